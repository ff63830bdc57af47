/** The eleven filter kinds: each is bound to a parameter of the operation, or to a property of its filter. */
import type { ApiOperation } from './api.ts';
import { argumentsOf } from './calls.ts';
import { checkAccepts } from './cells.ts';
import type { CompiledFilter, FilterKind } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import { nearest, plain } from './diagnostics.ts';
import type { TypeScope } from './expressions.ts';
import type { PlacedItem } from './fragments.ts';
import { itemLabel, type LabelPrefix } from './cells.ts';
import { checkOptions } from './options.ts';
import { stripNull, typeWord, type JsonSchema } from './schema.ts';
import { ANY, BOOLEAN, DATE, STRING, describeType, enumWords, fits, listOf } from './types.ts';
import type { FilterField } from '../../schemas/generated/language.ts';

/** What each kind puts into its parameter. */
const GIVES: Partial<Record<FilterKind, JsonSchema>> = {
  inputDate: DATE,
  inputTime: STRING,
  dateBegin: DATE,
  dateEnd: DATE,
  selectMany: listOf(ANY),
  checkbox: BOOLEAN,
  text: STRING,
};

export function compileFilters(
  ctx: Context,
  items: PlacedItem<FilterField>[],
  operation: ApiOperation,
  labels: LabelPrefix,
  scope: TypeScope,
  reads: TypeScope,
): CompiledFilter[] {
  const names = items.map(({ item }) => item.paramName);
  return items.map(({ item, place }) =>
    ctx.placed(compileFilter(ctx, item, place, { operation, labels, scope, reads, names }), place),
  );
}

interface Around {
  operation: ApiOperation;
  labels: LabelPrefix;
  scope: TypeScope;
  /** What a condition may read: the values of the filters too. */
  reads: TypeScope;
  names: string[];
}

function compileFilter(ctx: Context, filter: FilterField, place: Place, around: Around): CompiledFilter {
  ctx.registered.filter.add(filter.type);
  const type =
    filter.type === 'searchBySelect'
      ? searchTypes(ctx, filter, place, around)
      : parameterType(ctx, filter, place, around);
  const visible = ctx.condition(filter.visibleWhen, around.reads, child(place, 'visibleWhen'));
  const value = (name: 'defaultValue' | 'value') =>
    filter[name] === undefined
      ? {}
      : { [name]: ctx.value(filter[name], around.scope, child(place, name), type).value };
  if (filter.condition)
    ctx.known(
      'unknown-parameter',
      filter.condition.targetFieldParamName,
      around.names,
      child(place, 'condition', 'targetFieldParamName'),
      {
        expected: 'a filter of this table',
      },
    );
  return {
    type: filter.type,
    paramName: filter.paramName,
    label: itemLabel(ctx, filter.label, around.labels, filter.paramName, around.scope, place),
    ...value('defaultValue'),
    ...value('value'),
    disabled: filter.disabled ?? false,
    ...ctx.icon(filter.icon, place),
    width: ('width' in filter && filter.width) || 'medium',
    ...(filter.condition ? { visibleWithFilter: filter.condition.targetFieldParamName } : {}),
    ...(visible ? { visibleWhen: visible } : {}),
    ...compileChoices(ctx, filter, type, place, around.scope),
    ...compileComponent(ctx, filter, type, place),
    multiple: filter.type === 'selectMany' || ('multiple' in filter && filter.multiple === true),
  };
}

function parameterType(ctx: Context, filter: FilterField, place: Place, { operation }: Around): JsonSchema {
  const known = argumentsOf(operation, ctx.schemas);
  const argument = known[filter.paramName];
  if (!argument) {
    const names = Object.keys(known);
    ctx.report('unknown-parameter', child(place, 'paramName'), {
      received: filter.paramName,
      near: nearest(filter.paramName, names),
      expected: names.join(', '),
    });
    return ANY;
  }
  const gives = filter.type === 'component' && filter.multiple ? listOf(STRING) : GIVES[filter.type];
  if (gives && !fits(gives, argument.type, ctx.schemas))
    ctx.report('type-mismatch', child(place, 'type'), {
      received: filter.type,
      expected: `a filter for ${describeType(argument.type, ctx.schemas)}`,
    });
  return argument.type;
}

/** Its choices are parameters themselves: the text goes to the one that is chosen. */
function searchTypes(
  ctx: Context,
  filter: FilterField & { type: 'searchBySelect' },
  place: Place,
  { operation }: Around,
): JsonSchema {
  const known = argumentsOf(operation, ctx.schemas);
  filter.possibleValues.forEach(({ value }, i) => {
    const at = child(place, 'possibleValues', i, 'value');
    const argument = known[String(value)];
    if (!argument) ctx.known('unknown-parameter', String(value), Object.keys(known), at);
    else if (!fits(STRING, argument.type, ctx.schemas))
      ctx.report('type-mismatch', at, {
        expected: 'a text parameter',
        received: describeType(argument.type, ctx.schemas),
      });
  });
  return STRING;
}

function compileChoices(ctx: Context, filter: FilterField, type: JsonSchema, place: Place, scope: TypeScope) {
  if (
    !('possibleValues' in filter) &&
    !('dictionary' in filter) &&
    !['selectMany', 'selectOne', 'radio'].includes(filter.type)
  )
    return {};
  const choice = filter as {
    dictionary?: string;
    possibleValues?: { value: string | number | boolean; label: unknown }[];
  };
  const word =
    typeWord(type, ctx.schemas) === 'array' ? (stripNull(type, ctx.schemas).schema.items ?? ANY) : type;
  if (choice.dictionary !== undefined) {
    const known = ctx.dictionary(choice.dictionary, child(place, 'dictionary'));
    return known ? { dictionary: choice.dictionary } : {};
  }
  if (choice.possibleValues) {
    const words = filter.type === 'searchBySelect' ? undefined : enumWords(word, ctx.schemas);
    return {
      possibleValues: choice.possibleValues.map(({ value, label }, i) => {
        const at = child(place, 'possibleValues', i);
        if (words) ctx.known('unknown-enum-word', String(value), words.map(plain), child(at, 'value'));
        return { value, label: ctx.text(label, scope, child(at, 'label')) };
      }),
    };
  }
  const own =
    stripNull(type, ctx.schemas).schema['x-dictionary'] ??
    stripNull(word, ctx.schemas).schema['x-dictionary'];
  if (own) {
    ctx.useDictionary(own);
    return { dictionary: own };
  }
  if (type !== ANY)
    ctx.report('missing-property', place, { received: 'dictionary', note: 'or "possibleValues"' });
  return {};
}

/** What a picker is given goes to its dialog, which must know it. */
function checkHanded(ctx: Context, dialog: string, names: readonly string[], place: Place): void {
  const screen = ctx.catalogue.screens.get(dialog);
  const inputs = Object.keys(screen?.config.input ?? {});
  for (const name of screen ? names : [])
    if (!inputs.includes(name))
      ctx.report(
        'unknown-input',
        child(place, name),
        { received: name, near: nearest(name, inputs), note: `input of ${dialog}` },
        { key: true },
      );
}

/** A dialog that stands in for the picker's own must pick the same kind of record. */
function checkDialog(ctx: Context, dialog: string, entity: string | undefined, place: Place): void {
  const { screens, manifests } = ctx.catalogue;
  if (!ctx.known('unknown-screen', dialog, screens.keys(), place)) return;
  if (!screens.get(dialog)!.config.dialog) ctx.report('not-a-dialog', place, { received: dialog });
  const owner = [...manifests.values()].find((m) => m.kind === 'picker' && m.dialog === dialog);
  if (entity && owner?.entity && owner.entity !== entity)
    ctx.report('type-mismatch', place, {
      received: `a dialog that picks ${owner.entity}`,
      expected: `one that picks ${entity}`,
    });
}

function compileComponent(ctx: Context, filter: FilterField, type: JsonSchema, place: Place) {
  if (filter.type !== 'component') return {};
  const at = child(place, 'componentName');
  const manifest = ctx.manifest('picker', filter.componentName, at);
  if (manifest) checkAccepts(ctx, manifest, [type], at);
  const options = checkOptions(
    ctx,
    manifest,
    filter.options as Record<string, unknown> | undefined,
    child(place, 'options'),
  );
  const dialog = filter.dialogType ?? manifest?.dialog;
  if (filter.dialogType !== undefined)
    checkDialog(ctx, filter.dialogType, manifest?.entity, child(place, 'dialogType'));
  if (dialog) {
    ctx.opens.push({ screen: dialog, place: at });
    checkHanded(ctx, dialog, Object.keys(options), child(place, 'options'));
  }
  const item = stripNull(type, ctx.schemas).schema;
  const asked = item['x-ref'] ?? (item.items && stripNull(item.items, ctx.schemas).schema['x-ref']);
  if (manifest?.entity && type !== ANY && asked !== manifest.entity)
    ctx.report('type-mismatch', at, {
      received: `a picker of ${manifest.entity}`,
      expected: asked ? `a picker of ${asked}` : `a parameter with "x-ref": "${manifest.entity}"`,
    });
  const entity = manifest?.entity ?? asked;
  if (entity) ctx.entities.add(entity);
  return {
    component: filter.componentName,
    options,
    ...(dialog ? { dialog } : {}),
    ...(entity ? { entity } : {}),
  };
}
