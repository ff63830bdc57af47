/** Values of parameters: what the reader entered, checked, bound to queries, and shown in the file. */
import type { FieldProblem } from '../core/problems.ts';
import { invalid } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';
import { isChoice, namesOf, type ReportParameter } from './definition.ts';
import { isDay, valueProblems, valuesSchema, type Choices } from './parameterSchema.ts';

export interface ReadValues {
  /** By the names that queries use. */
  bound: Record<string, unknown>;
  /** Caption and value of what was entered. */
  shown: [string, string][];
  /** By name, for marks and the name of the file. */
  marks: Record<string, string>;
}

export const RESOLUTIONS = ['day', 'week', 'month', 'quarter', 'year'] as const;

interface Ground {
  translate: Translate;
  /** Choices of parameters that have some. */
  choices: Choices;
}

/** Checks what was entered; throws all that is wrong with it, field by field. */
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

/** What the schema does not say of days: their limits, and that a period ends after its beginning. */
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

/** The value that a field begins with: a value, or a day told by `today`, `monthStart`, `today-30`. */
export function defaultOf({ type, multi, default: text }: ReportParameter, today: string, at = 0): unknown {
  if (!text) return undefined;
  if (type === 'DATE' || type === 'DATE_INTERVAL') {
    const parts = text.split('..');
    return dayTold(parts[at] ?? (at === 0 ? text : ''), today);
  }
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'INTEGER' || type === 'LONG' || type === 'FLOAT') {
    const number = Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
  return multi && isChoice(type) ? text.split(',').map((one) => one.trim()) : text;
}

const TOLD = /^(today|monthStart|yearStart)([+-]\d{1,4})?$/;

/** A day that is told by words; undefined for anything else. */
export function dayTold(text: string, today: string): string | undefined {
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
