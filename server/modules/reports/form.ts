/** The form of a request, made of the report's parameters; and the choices of those that have some. */
import type { Scope } from '../../access/scope.ts';
import type { Locale, Translate } from '../../core/texts.ts';
import { readRows } from '../../dictionaries/read.ts';
import { ROW_DICTIONARIES } from '../../dictionaries/rows.ts';
import { loadCaptions } from '../../records/captions.ts';
import { isChoice, type ReportDefinition, type ReportParameter } from '../../reports/definition.ts';
import { defaultOf, RESOLUTIONS, type Choice } from '../../reports/values.ts';

interface Ground {
  scope: Scope;
  instanceId: string;
  locale: Locale;
}

/** Choices of every parameter that has some, in the language of the request. */
export async function choicesOf(
  parameters: readonly ReportParameter[],
  ground: Ground,
): Promise<Map<string, Choice[]>> {
  const found = new Map<string, Choice[]>();
  for (const parameter of parameters) {
    if (!isChoice(parameter.type) && parameter.type !== 'RESOLUTION') continue;
    const choices = await choicesOfOne(parameter, ground);
    const sorted = choices.toSorted((a, b) => a.caption.localeCompare(b.caption, ground.locale));
    found.set(parameter.name, parameter.sortable ? sorted : choices);
  }
  return found;
}

async function choicesOfOne(
  { type, choices, dictionary }: ReportParameter,
  { scope, instanceId, locale }: Ground,
): Promise<Choice[]> {
  if (type === 'CHOICE') return [...(choices ?? [])];
  const captions = await loadCaptions(scope.db, locale);
  if (type === 'RESOLUTION') return RESOLUTIONS.map((name) => captions.value('reportResolutions', name));
  const rows = ROW_DICTIONARIES[dictionary ?? ''];
  if (rows) return (await readRows(scope, rows)) as Choice[];
  return [...captions.offered(dictionary ?? '', instanceId)];
}

type Json = Record<string, unknown>;

/** Schema and layout of the request, in the language of screens. */
export function formOf(
  definition: ReportDefinition,
  choices: ReadonlyMap<string, readonly Choice[]>,
  { today, formats, translate }: { today: string; formats: readonly Choice[]; translate: Translate },
): { schema: Json; layout: Json[] } {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  const layout: Json[] = [];
  for (const parameter of definition.parameters) {
    const { name, alias, type } = parameter;
    if (type === 'DATE_INTERVAL') {
      const [from, to] = [`${name}_from`, `${name}_to`];
      properties[from] = property(
        parameter,
        choices,
        `${alias}: ${translate('server.report.from')}`,
        defaultOf(parameter, today, 0),
      );
      properties[to] = property(
        parameter,
        choices,
        `${alias}: ${translate('server.report.to')}`,
        defaultOf(parameter, today, 1),
      );
      if (parameter.required) required.push(from, to);
      // A period as one control is no part of a layout that the server sends.
      layout.push({
        section: alias,
        rows: [[{ field: `parameters.${from}` }, { field: `parameters.${to}` }]],
      });
      continue;
    }
    properties[name] = property(parameter, choices, alias, defaultOf(parameter, today));
    if (parameter.required) required.push(name);
    layout.push(fieldOf(parameter, choices.get(name)));
  }
  const [first] = formats;
  const schema = {
    properties: {
      parameters: { type: 'object', required, properties },
      format: { type: 'string', enum: formats.map(({ name }) => name), default: first?.name },
      landscape: { type: 'boolean', default: definition.landscape ?? false },
      hideParams: { type: 'boolean', default: definition.hideParams ?? false },
      showColumnNums: { type: 'boolean', default: definition.showColumnNums ?? false },
    },
  };
  return { schema, layout };
}

function property(
  { name: own, type, multi, required, min, max }: ReportParameter,
  choices: ReadonlyMap<string, readonly Choice[]>,
  title: string,
  begins: unknown,
): Json {
  const optional = (word: string) => (required ? word : [word, 'null']);
  const common = { title, ...(begins !== undefined && { default: begins }) };
  const range = { ...(min && { minimum: Number(min) }), ...(max && { maximum: Number(max) }) };
  if (type === 'DATE' || type === 'DATE_INTERVAL')
    return { ...common, type: optional('string'), format: 'date' };
  if (type === 'BOOLEAN') return { ...common, type: optional('boolean') };
  if (type === 'FLOAT') return { ...common, type: optional('number'), ...range };
  if (type === 'INTEGER' || type === 'LONG') return { ...common, type: optional('integer'), ...range };
  if (type === 'STRING')
    return { ...common, type: optional('string'), maxLength: 500, ...(required && { minLength: 1 }) };
  const words = choices.get(own)?.map((one) => one.name);
  if (multi) return { ...common, type: 'array', items: { type: 'string', ...(words && { enum: words }) } };
  return { ...common, type: optional('string'), ...(words && { enum: required ? words : [...words, null] }) };
}

function fieldOf({ name: own, alias, type, multi }: ReportParameter, choices?: readonly Choice[]): Json {
  const field = { field: `parameters.${own}`, label: alias };
  if (!choices) return field;
  const labels = Object.fromEntries(choices.map((one) => [one.name, one.caption]));
  return { ...field, widget: multi && isChoice(type) ? 'multiselect' : 'select', options: { labels } };
}
