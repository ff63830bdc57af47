/** The form of a request, built from the report's parameters, and the choices of the parameters. */
import type { Scope } from '../../access/scope.ts';
import type { Locale, Translate } from '../../core/texts.ts';
import { readRows } from '../../dictionaries/read.ts';
import { ROW_DICTIONARIES } from '../../dictionaries/rows.ts';
import { loadCaptions } from '../../records/captions.ts';
import { isChoice, namesOf, type ReportDefinition, type ReportParameter } from '../../reports/definition.ts';
import { valuesSchema, type Choice, type Choices } from '../../reports/parameterSchema.ts';
import { defaultOf, RESOLUTIONS } from '../../reports/values.ts';

interface Ground {
  scope: Scope;
  instanceId: string;
  locale: Locale;
}

/** Returns the choices of all parameters that have some, in the locale of the request. */
export async function choicesOf(
  parameters: readonly ReportParameter[],
  ground: Ground,
): Promise<Map<string, Choice[]>> {
  const found = new Map<string, Choice[]>();
  for (const parameter of parameters) {
    if (!isChoice(parameter.type) && parameter.type !== 'RESOLUTION') continue;
    const choices = await choicesOfOne(parameter, ground);
    // An account of several instances finds a district of the same name in each; a definition may list a choice twice.
    const once = [...new Map(choices.map((one) => [one.name, one])).values()];
    const sorted = once.toSorted((a, b) => a.caption.localeCompare(b.caption, ground.locale));
    found.set(parameter.name, parameter.sortable ? sorted : once);
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

/** Returns schema and layout of the request, in the screen language. */
export function formOf(
  definition: ReportDefinition,
  choices: Choices,
  { today, formats, translate }: { today: string; formats: readonly Choice[]; translate: Translate },
): { schema: Json; layout: Json[] } {
  const values = valuesSchema(definition.parameters, choices);
  const layout: Json[] = [];
  for (const parameter of definition.parameters) {
    const { alias, type } = parameter;
    const names = namesOf(parameter);
    const isPeriod = type === 'DATE_INTERVAL';
    names.forEach((name, i) => {
      const end = i === 0 ? 'from' : 'to';
      const begins = defaultOf(parameter, today, i);
      Object.assign(values.properties[name]!, {
        title: isPeriod ? `${alias}: ${translate(`server.report.${end}`)}` : alias,
        ...(begins !== undefined && { default: begins }),
      });
    });
    // A period control does not exist in layouts that the server sends.
    if (isPeriod)
      layout.push({ section: alias, rows: [names.map((name) => ({ field: `parameters.${name}` }))] });
    else layout.push(fieldOf(parameter, choices.get(parameter.name)));
  }
  const [first] = formats;
  const schema = {
    properties: {
      parameters: values,
      format: { type: 'string', enum: formats.map(({ name }) => name), default: first?.name },
      landscape: { type: 'boolean', default: definition.landscape ?? false },
      hideParams: { type: 'boolean', default: definition.hideParams ?? false },
      showColumnNums: { type: 'boolean', default: definition.showColumnNums ?? false },
    },
  };
  return { schema, layout };
}

function fieldOf({ name: own, alias, type, multi }: ReportParameter, choices?: readonly Choice[]): Json {
  const field = { field: `parameters.${own}`, label: alias };
  if (!choices) return field;
  const labels = Object.fromEntries(choices.map((one) => [one.name, one.caption]));
  return { ...field, widget: multi && isChoice(type) ? 'multiselect' : 'select', options: { labels } };
}
