/** Turns a definition into queries that can be run and files that can be made. */
import { fileNameFault } from './names.ts';
import { isDay, limitOf } from './parameterSchema.ts';
import {
  isChoice,
  isNumeric,
  namesOf,
  type ColumnFormat,
  type QueryFault,
  type ReportColumn,
  type ReportDataSet,
  type ReportDefinition,
  type ReportParameter,
} from './definition.ts';
import type { MadeColumn, Words } from './lines.ts';
import { QueryRefused, readQuery, type ReadyQuery } from './query.ts';
import type { FoundColumn, OpenQuery, Session } from './sandbox.ts';
import { isNumber, type CellKind } from './types.ts';
import type { Translate } from '../core/texts.ts';
import { viewOf } from './views.ts';

/** An error and the data set that has it. */
export interface SetFault extends QueryFault {
  dataSet: string;
}

/** Thrown for a report whose query is not run. */
export class SetRefused extends Error {
  constructor(readonly fault: SetFault) {
    super(`${fault.dataSet}: ${fault.key ?? fault.text ?? ''}`);
    this.name = 'SetRefused';
  }
}

/** Runs work on a data set; adds the name of the set to a rejected query. */
async function named<T>({ name }: ReportDataSet, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof QueryRefused ? new SetRefused({ ...error.fault, dataSet: name }) : error;
  }
}

/** Parses the query of a data set. */
export function readSet(
  set: ReportDataSet,
  definition: Pick<ReportDefinition, 'parameters'>,
): Promise<ReadyQuery> {
  return named(set, () => readQuery(set.query, definition.parameters));
}

/** Opens a data set in a session; errors, also later ones, include its name. */
export async function openSet(
  session: Session,
  set: ReportDataSet,
  definition: Pick<ReportDefinition, 'parameters'>,
  bound: Record<string, unknown>,
): Promise<OpenQuery> {
  const query = await readSet(set, definition);
  const open = await named(set, () =>
    session.open(
      query,
      query.names.map((name) => bound[name] ?? null),
    ),
  );
  return { ...open, next: (count) => named(set, () => open.next(count)) };
}

/** Whether queries read personal data. */
export async function readsPersonal(definition: ReportDefinition): Promise<boolean> {
  const read = await Promise.all(definition.dataSets.map((set) => readSet(set, definition)));
  return read.some(({ views }) => views.some((name) => viewOf(name)?.personal));
}

/** Returns the columns of a data set in the order of the appearance; columns without an appearance follow unchanged. */
export function columnsOf(
  definition: ReportDefinition,
  set: ReportDataSet,
  found: readonly FoundColumn[],
): MadeColumn[] {
  const first = definition.dataSets[0]?.name;
  const configured = definition.columns.filter((one) => (one.dataSet || first) === set.name);
  const made = (column: FoundColumn, at: number, own?: ReportColumn): MadeColumn => ({
    name: column.name,
    title: own?.title || titleOf(column.name),
    kind: column.kind,
    at,
    format: own?.format ?? 'AUTO',
    width: own?.width ?? undefined,
    total: own?.total === true && isNumber(column.kind),
    group: own?.group === true,
  });
  const places = new Map(found.map(({ name }, at) => [name, at]));
  const own = configured.flatMap((one) => {
    const at = places.get(one.name);
    return at === undefined ? [] : [{ at, column: one }];
  });
  const named = new Set(own.map(({ at }) => at));
  return [
    ...own.filter(({ column }) => !column.hidden).map(({ at, column }) => made(found[at]!, at, column)),
    ...found.flatMap((column, at) => (named.has(at) ? [] : [made(column, at)])),
  ];
}

const FORMATS: Readonly<Partial<Record<CellKind, ColumnFormat>>> = {
  INTEGER: 'INTEGER',
  NUMBER: 'DECIMAL2',
  DATE: 'DATE',
  DATETIME: 'DATETIME',
};

/**
 * Updates the appearance of a data set from its query: existing columns keep their order and settings, those that the
 * query no longer returns are removed, new ones are appended with a title (`titles` by name, else the name) and a
 * format by their type.
 */
export function takenColumns(
  { dataSets, columns }: Pick<ReportDefinition, 'dataSets' | 'columns'>,
  set: ReportDataSet,
  found: readonly FoundColumn[],
  titles: ReadonlyMap<string, string>,
): ReportColumn[] {
  const first = dataSets[0]?.name;
  const names = new Set(found.map(({ name }) => name));
  const kept = columns.filter((one) => (one.dataSet || first) === set.name && names.has(one.name));
  const known = new Set(kept.map(({ name }) => name));
  const added = found
    .filter(({ name }) => !known.has(name))
    .map(({ name, kind }) => ({
      ...(dataSets.length > 1 && { dataSet: set.name }),
      name,
      title: titles.get(name) ?? titleOf(name),
      format: FORMATS[kind] ?? 'AUTO',
    }));
  return [...kept, ...added];
}

const titleOf = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** Returns the texts that a file needs. */
export function wordsOf(translate: Translate): Words {
  return {
    yes: translate('server.export.yes'),
    no: translate('server.export.no'),
    total: translate('server.report.total'),
    subtotal: translate('server.report.subtotal'),
  };
}

/** Returns the message of the database or the parser as a sentence with its place. */
export function describeFault({ line, column, key, values, text }: QueryFault, translate: Translate): string {
  const cause = key
    ? translate(key, values)
    : translate('server.report.fault.database', { text: text ?? '' });
  return translate('server.report.fault.at', { line, column, text: cause });
}

/** An error of a definition at a field; `message` is a key. */
export interface DefinitionFault {
  field: string;
  message: string;
  values?: Record<string, string | number>;
}

/** Checks what the request schema does not: names, references between parts, files. Queries are parsed separately. */
export function faultsOf(definition: ReportDefinition): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const twice = (list: readonly string[], field: (at: number) => string) =>
    list.forEach((name, at) => {
      if (list.indexOf(name) !== at) faults.push({ field: field(at), message: 'validation.duplicate' });
    });
  const { parameters, dataSets, fileName, columns, type, formats } = definition;
  twice(
    parameters.map(({ name }) => name),
    (at) => `parameters.${at}.name`,
  );
  const names = parameters.flatMap((one) => namesOf(one).filter((name) => name !== one.name));
  parameters.forEach(({ name }, at) => {
    if (names.includes(name))
      faults.push({ field: `parameters.${at}.name`, message: 'validation.duplicate' });
  });
  twice(
    dataSets.map(({ name }) => name),
    (at) => `dataSets.${at}.name`,
  );
  parameters.forEach((one, at) => {
    if (one.type === 'CHOICE' && !one.choices?.length)
      faults.push({ field: `parameters.${at}.choices`, message: 'server.report.noChoices' });
    if (one.type === 'DICTIONARY' && !one.dictionary)
      faults.push({ field: `parameters.${at}.dictionary`, message: 'validation.required' });
    if (one.multi && !isChoice(one.type))
      faults.push({ field: `parameters.${at}.multi`, message: 'server.report.multiChoices' });
    faults.push(...limitFaults(one, `parameters.${at}`));
  });
  const known = new Set([...parameters.flatMap(namesOf), ...parameters.map(({ name }) => name)]);
  const fault = fileName ? fileNameFault(fileName, known) : undefined;
  if (fault) faults.push({ field: 'fileName', ...fault });
  columns.forEach(({ dataSet }, at) => {
    if (dataSet && !dataSets.some(({ name }) => name === dataSet))
      faults.push({ field: `columns.${at}.dataSet`, message: 'validation.unknownValue' });
  });
  formats.forEach((format, at) => {
    if (!(type === 'TABLE' ? ['XLSX', 'PDF', 'CSV'] : ['DOCX', 'XLSX']).includes(format))
      faults.push({ field: `formats.${at}`, message: 'server.report.formatOfType', values: { format } });
  });
  return faults;
}

/** Checks that the limits of a parameter have its type and that the minimum is not above the maximum. */
function limitFaults({ type, min, max }: ReportParameter, at: string): DefinitionFault[] {
  const isDate = type === 'DATE' || type === 'DATE_INTERVAL';
  if (!isDate && !isNumeric(type)) return [];
  const isLimit = (text: string) => (isDate ? isDay(text) : limitOf(text) !== undefined);
  const message = isDate ? 'validation.format.date' : 'validation.type.number';
  const faults = Object.entries({ min, max }).flatMap(([name, text]) =>
    text && !isLimit(text) ? [{ field: `${at}.${name}`, message }] : [],
  );
  if (faults.length || !min || !max) return faults;
  const isReversed = isDate ? min > max : Number(min) > Number(max);
  return isReversed ? [{ field: `${at}.max`, message: 'server.report.limitsReversed' }] : [];
}
