/** Values of a report's parameters: the schema that is sent for them, and how the server validates the values by it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { findProblems } from '../../engine/views/form/validator.ts';
import { Problem } from '../../server/core/problems.ts';
import type { ReportParameter } from '../../server/reports/definition.ts';
import { valuesSchema } from '../../server/reports/parameterSchema.ts';
import { readValues } from '../../server/reports/values.ts';

const CHOICES = [
  { name: 'GLASS', caption: 'Стекло' },
  { name: 'PAPER', caption: 'Бумага' },
];

const parameter = (part: Partial<ReportParameter>): ReportParameter =>
  ({ name: 'value', alias: 'Значение', type: 'STRING', required: false, ...part }) as ReportParameter;

const read = (one: ReportParameter, given: Record<string, unknown>, choices = CHOICES) =>
  readValues([one], given, { translate: (key) => key, choices: new Map([[one.name, choices]]) });

/** Fields and codes of the errors, or the bound values. */
async function outcome(part: Partial<ReportParameter>, given: unknown): Promise<unknown> {
  const values = part.type === 'DATE_INTERVAL' ? (given as Record<string, unknown>) : { value: given };
  try {
    const { bound } = await read(parameter(part), values);
    return part.type === 'DATE_INTERVAL' ? bound : bound['value'];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.options as { errors: { field: string; code: string }[] }).errors.map(
      ({ field, code }) => `${field.replace('parameters.', '')} ${code}`,
    );
  }
}

describe('values of parameters', () => {
  test.each<[Partial<ReportParameter>, unknown, unknown]>([
    [{ required: true }, '', ['value required']],
    [{ required: true }, undefined, ['value required']],
    [{}, '', null],
    [{}, 5, ['value type']],
    [{}, 'ю'.repeat(501), ['value maxLength']],
    [{ type: 'BOOLEAN' }, 'true', ['value type']],
    [{ type: 'BOOLEAN', required: true }, false, false],
    [{ type: 'INTEGER' }, 2_147_483_648, ['value maximum']],
    [{ type: 'INTEGER' }, 1.5, ['value type']],
    [{ type: 'INTEGER', min: '10', max: '20' }, 9, ['value minimum']],
    [{ type: 'INTEGER', min: 'ten' }, 9, 9],
    [{ type: 'LONG' }, 2_147_483_648, 2_147_483_648],
    [{ type: 'LONG' }, 2 ** 53, ['value maximum']],
    [{ type: 'FLOAT', max: '1.5' }, 1.6, ['value maximum']],
    [{ type: 'FLOAT', max: '1.5' }, 1.5, 1.5],
    [{ type: 'DATE' }, '2026-02-30', ['value format']],
    [{ type: 'DATE' }, '0000-01-01', ['value format']],
    [{ type: 'DATE', min: '2026-01-01' }, '2025-12-31', ['value minimum']],
    [{ type: 'DATE', max: '2026-01-01' }, '2026-01-02', ['value maximum']],
    [{ type: 'DATE', max: '2026-01-01' }, '2026-01-01', '2026-01-01'],
    [{ type: 'CHOICE' }, 'METAL', ['value enum']],
    [{ type: 'CHOICE', required: true }, 'GLASS', 'GLASS'],
    [{ type: 'CHOICE', multi: true }, ['GLASS', 'METAL'], ['value enum']],
    [{ type: 'CHOICE', multi: true, required: true }, [], ['value required']],
    [{ type: 'CHOICE', multi: true }, 'GLASS', ['value type']],
    [{ type: 'CHOICE', multi: true }, ['PAPER'], ['PAPER']],
    [
      { type: 'DATE_INTERVAL', required: true },
      { value_from: '2026-05-02', value_to: '2026-05-01' },
      ['value_to rule'],
    ],
    [{ type: 'DATE_INTERVAL', required: true }, { value_to: '2026-05-01' }, ['value_from required']],
    [{ type: 'DATE_INTERVAL' }, { value_from: '2026-05-01' }, { value_from: '2026-05-01', value_to: null }],
  ])('%j: %j is read as %j', async (part, given, expected) => {
    expect(await outcome(part, given)).toEqual(expected);
  });

  test('unknown parameter names are refused', async () => {
    await expect(read(parameter({}), { other: 1 })).rejects.toMatchObject({
      options: { errors: [{ field: 'parameters.other', code: 'unknownField' }] },
    });
  });

  test.each([{}, { required: true }, { multi: true }, { multi: true, required: true }])(
    'an empty choice accepts no value: %j',
    async (part) => {
      const one = parameter({ type: 'DICTIONARY', ...part });
      const schema = valuesSchema([one], new Map([['value', []]])) as unknown as JsonSchema;
      const entered = { value: part.multi ? ['GLASS'] : 'GLASS' };
      expect(findProblems(schema, entered)).not.toEqual([]);
      await expect(read(one, entered, [])).rejects.toThrow('validation');
      const left = read(one, {}, []).then(({ bound }) => bound);
      await (part.required
        ? expect(left).rejects.toThrow('validation')
        : expect(left).resolves.toEqual({ value: null }));
    },
  );

  test('the server accepts exactly the values that the browser accepts', async () => {
    const types = ['STRING', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DATE', 'CHOICE'] as const;
    const some = fc.oneof(
      fc.constantFrom('GLASS', 'METAL', '2026-02-28', '2026-02-29', 'ю', 0, 7, 7.5, 3_000_000_000, true),
      fc.constant(undefined),
      fc.array(fc.constantFrom('GLASS', 'PAPER', 'METAL'), { minLength: 1, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({ type: fc.constantFrom(...types), required: fc.boolean(), multi: fc.boolean() }),
        some,
        async (part, value) => {
          const one = parameter(part);
          const schema = valuesSchema([one], new Map([['value', CHOICES]])) as unknown as JsonSchema;
          const entered = value === undefined ? {} : { value };
          const refused = await read(one, entered).then(
            () => false,
            () => true,
          );
          expect(findProblems(schema, entered).length > 0).toBe(refused);
        },
      ),
      { seed: 20261125, numRuns: 300 },
    );
  });
});
