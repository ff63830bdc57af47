/** The eleven filter kinds: each is bound to a parameter of the operation, or to a property of its filter. */
import type { ApiOperation } from './api.ts';
import { argumentsOf } from './calls.ts';
import { manifestKey, type Manifest } from './catalogue.ts';
import { checkAccepts, itemLabel, type LabelPrefix } from './cells.ts';
import type { CompiledFilter, FilterKind } from './compiled.ts';
import { nearest, plain } from './diagnostics.ts';
import { readsOfExpression, type TypeScope } from './expressions.ts';
import { checkOptions } from './options.ts';
import type { Site } from './site.ts';
import { stripNull, typeWord, type JsonSchema } from './schema.ts';
import { ANY, STRING, describeType, enumWords, fits } from './types.ts';
import type { FilterField } from '../../schemas/generated/language.ts';

interface Around {
  operation: ApiOperation;
  labels: LabelPrefix;
  /** Scope of conditions: the page and the values of the filters. */
  reads: TypeScope;
}

export function compileFilters(sites: readonly Site<FilterField>[], around: Around): CompiledFilter[] {
  const boxes = sites
    .filter(({ config }) => config.type === 'checkbox')
    .map(({ config }) => config.paramName);
  return sites.map((site) => site.placed(compileFilter(site, around, boxes)));
}

function compileFilter(site: Site<FilterField>, around: Around, boxes: string[]): CompiledFilter {
  const { ctx, config: filter } = site;
  ctx.registered.filter.add(filter.type);
  if (
    typeof filter.visibleWhen === 'string' &&
    readsOfExpression(filter.visibleWhen).includes(`filters.${filter.paramName}`)
  )
    site.at('visibleWhen').report('value-cycle', { received: filter.paramName });
  const type =
    filter.type === 'searchBySelect' ? searchTypes(site.as(filter), around) : parameterType(site, around);
  const { icon, visibleWhen } = site.marked('TextFilter', { list: around.reads });
  const value = (name: 'defaultValue' | 'value') =>
    filter[name] === undefined ? {} : { [name]: site.at(name).value(type) };
  if (filter.condition)
    site
      .at('condition')
      .at('targetFieldParamName')
      .known('unknown-parameter', filter.condition.targetFieldParamName, boxes, {
        expected: `a checkbox among the filters of this table: ${boxes.join(', ') || 'there is none'}`,
      });
  return {
    type: filter.type,
    paramName: filter.paramName,
    label: itemLabel(site, around.labels, filter.paramName),
    ...value('defaultValue'),
    ...value('value'),
    disabled: filter.disabled ?? false,
    ...(icon === undefined ? {} : { icon }),
    width: ('width' in filter && filter.width) || 'medium',
    ...(filter.condition ? { visibleWithFilter: filter.condition.targetFieldParamName } : {}),
    ...(visibleWhen ? { visibleWhen } : {}),
    ...compileChoices(site, type),
    ...(filter.type === 'component' ? compileComponent(site.as(filter), type) : {}),
    multiple: filter.type === 'selectMany' || ('multiple' in filter && filter.multiple === true),
  };
}

/** The manifest (`widget.json`) of the filter's kind. An invalid one is not in the catalogue and has its own diagnostic. */
function kindOf({ ctx, config }: Site<FilterField>): Pick<Manifest, 'name' | 'accepts' | 'chooses'> {
  return ctx.catalogue.manifests.get(manifestKey('filter', config.type)) ?? { name: config.type };
}

function parameterType(site: Site<FilterField>, { operation }: Around): JsonSchema {
  const { config: filter, schemas } = site;
  const known = argumentsOf(operation, schemas);
  const argument = known[filter.paramName];
  if (!argument) {
    const names = Object.keys(known);
    site.at('paramName').report('unknown-parameter', {
      received: filter.paramName,
      near: nearest(filter.paramName, names),
      expected: names.join(', '),
    });
    return ANY;
  }
  const several = filter.type === 'component' && filter.multiple;
  checkAccepts(site.at('type'), { ...kindOf(site), ...(several && { accepts: ['array'] }) }, [argument.type]);
  return argument.type;
}

type Search = FilterField & { type: 'searchBySelect' };

/** Types of a search whose choices are parameters: the text is sent as the chosen one. */
function searchTypes(site: Site<Search>, { operation }: Around): JsonSchema {
  const known = argumentsOf(operation, site.schemas);
  for (const item of site.items('possibleValues')) {
    const at = item.at('value');
    const name = String(item.config.value);
    const argument = known[name];
    if (!argument) at.known('unknown-parameter', name, Object.keys(known));
    else if (!fits(STRING, argument.type, site.schemas))
      at.report('type-mismatch', {
        expected: 'a text parameter',
        received: describeType(argument.type, site.schemas),
      });
  }
  return STRING;
}

interface Choosing {
  type: FilterKind;
  dictionary?: string;
  possibleValues?: { value: string | number | boolean; label: unknown }[];
}

/** The values to choose from: of a dictionary, listed, or of the parameter's own dictionary. */
function compileChoices(site: Site<FilterField>, type: JsonSchema): Partial<CompiledFilter> {
  const { ctx, config, schemas } = site;
  if (!kindOf(site).chooses) return {};
  const choosing = site.as<Choosing>(config as Choosing);
  const { dictionary, possibleValues } = choosing.config;
  const word = typeWord(type, schemas) === 'array' ? (stripNull(type, schemas).schema.items ?? ANY) : type;
  if (dictionary !== undefined)
    return ctx.dictionary(dictionary, choosing.at('dictionary').place) ? { dictionary } : {};
  if (possibleValues) return { possibleValues: compileWords(choosing, word) };
  const own =
    stripNull(type, schemas).schema['x-dictionary'] ?? stripNull(word, schemas).schema['x-dictionary'];
  if (own) {
    ctx.useDictionary(own);
    return { dictionary: own };
  }
  if (type !== ANY) site.report('missing-property', { received: 'dictionary', note: 'or "possibleValues"' });
  return {};
}

function compileWords(site: Site<Choosing>, word: JsonSchema): NonNullable<CompiledFilter['possibleValues']> {
  const words = site.config.type === 'searchBySelect' ? undefined : enumWords(word, site.schemas);
  return site.items('possibleValues').map((item) => {
    const { value } = item.config;
    if (words) item.at('value').known('unknown-enum-word', String(value), words.map(plain));
    return { value, label: item.below(item.config.label, 'label').text() };
  });
}

type Component = FilterField & { type: 'component' };

function compileComponent(site: Site<Component>, type: JsonSchema): Partial<CompiledFilter> {
  const { ctx, config: filter } = site;
  const at = site.at('componentName');
  const manifest = ctx.manifest('picker', filter.componentName, at.place);
  if (manifest) checkAccepts(at, manifest, [type]);
  const options = checkOptions(site.at('options'), manifest);
  const dialog = filter.dialogType ?? manifest?.dialog;
  if (filter.dialogType !== undefined)
    checkDialog(site.below(filter.dialogType, 'dialogType'), manifest?.entity);
  if (dialog) {
    ctx.opens.push({ screen: dialog, place: at.place });
    checkHanded(site, dialog, Object.keys(options));
  }
  const entity = entityFor(at, manifest?.entity, type);
  if (entity) ctx.entities.add(entity);
  return {
    component: filter.componentName,
    options,
    ...(dialog ? { dialog } : {}),
    ...(entity ? { entity } : {}),
  };
}

/** The kind of record that is picked: that of the picker, which must equal that of the parameter. */
function entityFor(site: Site, picked: string | undefined, type: JsonSchema): string | undefined {
  const item = stripNull(type, site.schemas).schema;
  const wanted = item['x-ref'] ?? (item.items && stripNull(item.items, site.schemas).schema['x-ref']);
  if (picked && type !== ANY && wanted !== picked)
    site.report('type-mismatch', {
      received: `a picker of ${picked}`,
      expected: wanted ? `a picker of ${wanted}` : `a parameter with "x-ref": "${picked}"`,
    });
  return picked ?? wanted;
}

/** The options of a picker are inputs of its dialog, which must declare them. */
function checkHanded(site: Site<Component>, dialog: string, names: readonly string[]): void {
  const screen = site.ctx.catalogue.screens.get(dialog);
  const inputs = Object.keys(screen?.config.input ?? {});
  for (const name of screen ? names : [])
    if (!inputs.includes(name))
      site
        .below(name, 'options', name)
        .report(
          'unknown-input',
          { received: name, near: nearest(name, inputs), note: `input of ${dialog}` },
          { key: true },
        );
}

/** A dialog that replaces the picker's own must pick the same kind of record. */
function checkDialog(site: Site<string>, entity: string | undefined): void {
  const { config: dialog } = site;
  const { screens, manifests } = site.ctx.catalogue;
  if (!site.known('unknown-screen', dialog, screens.keys())) return;
  if (!screens.get(dialog)!.config.dialog) site.report('not-a-dialog', { received: dialog });
  const owner = [...manifests.values()].find((m) => m.kind === 'picker' && m.dialog === dialog);
  if (entity && owner?.entity && owner.entity !== entity)
    site.report('type-mismatch', {
      received: `a dialog that picks ${owner.entity}`,
      expected: `one that picks ${entity}`,
    });
}
