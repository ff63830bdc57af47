import { beforeAll, describe, expect, it } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { checkRules, hasRules } from '../../engine/language/rules.ts';
import type { JsonSchema, Schemas } from '../../engine/language/schema.ts';

const schemas: Schemas = {
  Period: {
    type: 'object',
    properties: { from: { type: 'string' }, to: { type: 'string' } },
    'x-rules': [{ expr: 'form.from <= form.to', field: 'to', message: 'period' }],
  },
};
const plan: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'number' },
    used: { type: 'number' },
    season: { $ref: '#/components/schemas/Period' },
    breaks: { type: 'array', items: { $ref: '#/components/schemas/Period' } },
  },
  'x-rules': [{ expr: 'form.used <= form.limit * 1.25', field: 'used', message: 'used' }],
};

describe('rules across fields (rule 9)', () => {
  beforeAll(() => loadEvaluator());

  it('apply at every depth, lists included', () => {
    const value = {
      limit: 100,
      used: 126,
      season: { from: '2026-05-01', to: '2026-04-01' },
      breaks: [
        { from: '2026-01-01', to: '2026-01-02' },
        { from: '2026-02-03', to: '2026-02-02' },
      ],
    };
    expect(checkRules(plan, value, schemas).map((r) => r.field)).toEqual([
      'used',
      'season.to',
      'breaks.1.to',
    ]);
  });

  it('are not broken by missing values', () => {
    expect(checkRules(plan, { limit: 100, season: { from: '2026-05-01' } }, schemas)).toEqual([]);
    expect(checkRules(plan, { used: 125, limit: 100, season: null }, schemas)).toEqual([]);
  });

  it('are known to exist before they run', () => {
    expect(hasRules(plan, schemas)).toBe(true);
    expect(hasRules({ type: 'object', properties: { a: { type: 'string' } } })).toBe(false);
  });
});
