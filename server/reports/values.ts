/** Values of parameters: what the reader entered, checked, bound to queries, and shown in the file. */
import type { FieldProblem } from '../core/problems.ts';
import { invalid } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';
import { isChoice, namesOf, type ReportParameter } from './definition.ts';

export interface Choice {
  name: string;
  caption: string;
}

export interface ReadValues {
  /** By the names that queries use. */
  bound: Record<string, unknown>;
  /** Caption and value of what was entered. */
  shown: [string, string][];
  /** By name, for marks and the name of the file. */
  marks: Record<string, string>;
}

export const RESOLUTIONS = ['day', 'week', 'month', 'quarter', 'year'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const LONGEST = 500;
const MOST_CHOICES = 500;

interface Ground {
  translate: Translate;
  /** Choices of parameters that have some. */
  choices: ReadonlyMap<string, readonly Choice[]>;
}

/** Checks what was entered; throws all that is wrong with it, field by field. */
export function readValues(
  parameters: readonly ReportParameter[],
  given: Record<string, unknown>,
  ground: Ground,
): ReadValues {
  const faults: FieldProblem[] = [];
  const read: ReadValues = { bound: {}, shown: [], marks: {} };
  const known = new Set(parameters.flatMap(namesOf));
  for (const name of Object.keys(given))
    if (!known.has(name))
      faults.push({ field: `parameters.${name}`, code: 'unknownField', message: 'validation.unknownField' });
  for (const parameter of parameters) {
    const texts: string[] = [];
    for (const name of namesOf(parameter)) {
      const fault = (code: string, values?: Record<string, string>) => {
        const message = `validation.${code}`;
        faults.push({ field: `parameters.${name}`, code, message, ...(values && { values }) });
      };
      const value = given[name] === '' ? null : (given[name] ?? null);
      const empty = value === null || (Array.isArray(value) && value.length === 0);
      if (empty && parameter.required) fault('required');
      read.bound[name] = empty ? null : valueOf(parameter, value, ground, fault);
      const text = empty ? '' : textOf(parameter, value, ground);
      read.marks[name] = text;
      texts.push(text);
    }
    if (parameter.type === 'DATE_INTERVAL') read.marks[parameter.name] = texts.join(' – ');
    if (texts.some(Boolean)) read.shown.push([parameter.alias, texts.map((text) => text || '…').join(' – ')]);
    const [from, to] = namesOf(parameter).map((name) => read.bound[name]);
    if (typeof from === 'string' && typeof to === 'string' && parameter.type === 'DATE_INTERVAL' && from > to)
      faults.push({
        field: `parameters.${parameter.name}_to`,
        code: 'rule',
        message: 'server.report.interval',
      });
  }
  if (faults.length > 0) throw invalid(...faults);
  return read;
}

type Fault = (code: string, values?: Record<string, string>) => void;

function valueOf(parameter: ReportParameter, value: unknown, { choices }: Ground, fault: Fault): unknown {
  const { type, multi, min, max } = parameter;
  if (multi && isChoice(type)) {
    if (!Array.isArray(value) || value.length > MOST_CHOICES) return fault('type.array');
    const known = new Set(choices.get(parameter.name)?.map(({ name }) => name));
    if (value.some((one) => !known.has(String(one)))) fault('unknownValue');
    return value.map(String);
  }
  if (isChoice(type) || type === 'RESOLUTION') {
    const known = choices.get(parameter.name)?.map(({ name }) => name) ?? [];
    if (!known.includes(String(value))) fault('unknownValue');
    return String(value);
  }
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? value : fault('type.boolean');
  if (type === 'DATE' || type === 'DATE_INTERVAL') return dayOf(value, parameter, fault);
  if (type === 'STRING') {
    if (typeof value !== 'string') return fault('type.string');
    if (value.length > LONGEST) fault('maxLength', { limit: String(LONGEST) });
    if (value.includes('\0')) fault('pattern');
    return value;
  }
  const whole = type !== 'FLOAT';
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isSafeInteger(value)))
    return fault(whole ? 'type.integer' : 'type.number');
  if (type === 'INTEGER' && Math.abs(value) > 2_147_483_647) fault('maximum', { limit: '2147483647' });
  if (min && value < Number(min)) fault('minimum', { limit: min });
  if (max && value > Number(max)) fault('maximum', { limit: max });
  return value;
}

function dayOf(value: unknown, { min, max }: ReportParameter, fault: Fault): unknown {
  if (typeof value !== 'string' || !isDay(value)) return fault('format.date');
  if (min && isDay(min) && value < min) fault('minimum', { limit: min });
  if (max && isDay(max) && value > max) fault('maximum', { limit: max });
  return value;
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
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
  if (typeof value === 'string' && DAY.test(value)) return value.split('-').toReversed().join('.');
  return String(value);
}

/** The value that a field begins with: a value, or a day told by `today`, `monthStart`, `today-30`. */
export function defaultOf(
  { type, multi, default: text }: ReportParameter,
  today: string,
  at: 0 | 1 = 0,
): unknown {
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
