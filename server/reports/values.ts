/** Values of parameters: what the user entered, validated, bound to queries, and shown in the file. */
import type { FieldProblem } from '../core/problems.ts';
import { invalid } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';
import { isChoice, namesOf, type ReportParameter } from './definition.ts';
import { isDay, valueProblems, valuesSchema, type Choices } from './parameterSchema.ts';

export interface ReadValues {
  /** By the names that queries use. */
  bound: Record<string, unknown>;
  /** Caption and value of each entered parameter. */
  shown: [string, string][];
  /** By name, for marks and the file name. */
  marks: Record<string, string>;
}

export const RESOLUTIONS = ['day', 'week', 'month', 'quarter', 'year'] as const;

interface Ground {
  translate: Translate;
  /** Choices of the parameters that have them. */
  choices: Choices;
}

/** Validates the entered values; throws all errors, field by field. */
export async function readValues(
  parameters: readonly ReportParameter[],
  given: Record<string, unknown>,
  ground: Ground,
): Promise<ReadValues> {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)));
  const faults = await valueProblems(valuesSchema(parameters, ground.choices), values);
  const faulty = new Set(faults.map(({ field }) => field));
  for (const parameter of parameters)
    if (namesOf(parameter).every((name) => !faulty.has(`parameters.${name}`)))
      faults.push(...dayProblems(parameter, values));
  if (faults.length > 0) throw invalid(...faults);
  const read: ReadValues = { bound: {}, shown: [], marks: {} };
  for (const parameter of parameters) {
    const names = namesOf(parameter);
    const texts = names.map((name) => (name in values ? textOf(parameter, values[name], ground) : ''));
    names.forEach((name, i) => {
      read.bound[name] = values[name] ?? null;
      read.marks[name] = texts[i]!;
    });
    if (parameter.type === 'DATE_INTERVAL') read.marks[parameter.name] = texts.join(' – ');
    if (texts.some(Boolean)) read.shown.push([parameter.alias, texts.map((text) => text || '…').join(' – ')]);
  }
  return read;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Checks days beyond the schema: their limits, and that a period does not end before its start. */
function dayProblems(parameter: ReportParameter, values: Record<string, unknown>): FieldProblem[] {
  const { type, min, max } = parameter;
  if (type !== 'DATE' && type !== 'DATE_INTERVAL') return [];
  const problems: FieldProblem[] = [];
  const names = namesOf(parameter);
  const days = names.map((name) => values[name] as string | undefined);
  days.forEach((day, i) => {
    const add = (code: string, limit: string) =>
      problems.push({
        field: `parameters.${names[i]!}`,
        code,
        message: `validation.${code}`,
        values: { limit },
      });
    if (day && min && isDay(min) && day < min) add('minimum', min);
    if (day && max && isDay(max) && day > max) add('maximum', max);
  });
  const [from, to] = days;
  if (from && to && from > to)
    problems.push({ field: `parameters.${names[1]!}`, code: 'rule', message: 'server.report.interval' });
  return problems;
}

function textOf({ name, type }: ReportParameter, value: unknown, { translate, choices }: Ground): string {
  if (Array.isArray(value) || isChoice(type) || type === 'RESOLUTION') {
    const captions = new Map(choices.get(name)?.map((one) => [one.name, one.caption]));
    return [value]
      .flat()
      .map((one) => captions.get(String(one)) ?? String(one))
      .join(', ');
  }
  if (typeof value === 'boolean') return translate(value ? 'server.export.yes' : 'server.export.no');
  if (type === 'DATE' || type === 'DATE_INTERVAL') return String(value).split('-').toReversed().join('.');
  return String(value);
}

/** Returns the default value of a field: a value, or a day given as `today`, `monthStart`, `today-30`. */
export function defaultOf({ type, multi, default: text }: ReportParameter, today: string, at = 0): unknown {
  if (!text) return undefined;
  if (type === 'DATE' || type === 'DATE_INTERVAL') {
    const parts = text.split('..');
    return parseDayText(parts[at] ?? (at === 0 ? text : ''), today);
  }
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'INTEGER' || type === 'LONG' || type === 'FLOAT') {
    const number = Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
  return multi && isChoice(type) ? text.split(',').map((one) => one.trim()) : text;
}

const TOLD = /^(today|monthStart|yearStart)([+-]\d{1,4})?$/;

/** Returns the day that a relative expression means; undefined for anything else. */
export function parseDayText(text: string, today: string): string | undefined {
  const trimmed = text.trim();
  if (isDay(trimmed)) return trimmed;
  const [, word, days] = TOLD.exec(trimmed) ?? [];
  if (!word) return undefined;
  const from =
    { today, monthStart: `${today.slice(0, 8)}01`, yearStart: `${today.slice(0, 5)}01-01` }[word] ?? today;
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + Number(days ?? 0));
  return date.toISOString().slice(0, 10);
}
