/** The form view: the request schema plus layout (rules 8 and 9). */
import { checkSuccessTone, compileConfirm, resultOf } from './actions.ts';
import type { ApiOperation } from './api.ts';
import { compileArguments, neededBy } from './calls.ts';
import { labelPrefix, pathType } from './cells.ts';
import type { CompiledArguments, CompiledCall, CompiledForm } from './compiled.ts';
import {
  carriedNames,
  checkCycles,
  compileLayout,
  layoutWalk,
  noteRequest,
  partial,
  requiredOf,
} from './layout.ts';
import { checkOptionals } from './optionals.ts';
import { isCreated } from './created.ts';
import { alwaysFor } from './gates.ts';
import { checkRecord } from './records.ts';
import { compileSchemaFrom } from './rowSource.ts';
import { deref, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, describeType, fits, followPath } from './types.ts';
import type { FormView, OperationCall, Submit } from '../../schemas/generated/language.ts';

/** What the parts of a form share. */
interface FormParts {
  /** Type of the request body. */
  body: JsonSchema;
  operation: ApiOperation | undefined;
  laidOut: ReadonlySet<string>;
  /** Fields that can never be entered. */
  locked: ReadonlyMap<string, Site>;
  /** Properties of the loaded record that are sent back. */
  carried: string[];
  /** Names of the initial values. */
  initial: string[];
}

export function compileForm(site: Site<FormView>): CompiledForm {
  const { config: view, schemas, ctx } = site;
  checkRecord(site);
  const operation = submitOperation(site);
  const body = operation?.body ?? ANY;
  const load = compileLoad(site);
  const inner = site.with({ form: partial(body, schemas) }).inForm({ at: site.pointer, body });
  const walk = layoutWalk({ labels: labelPrefix(site), base: body, submit: operation });
  const layout = compileLayout(inner, 'layout', walk);
  checkCycles(walk);
  const initial = compileInitial(site, body);
  const given = Object.keys(view.submit?.with ?? {});
  const loaded = loadedType(site, load?.operation);
  if (loaded) checkLoaded(site, loaded, walk.laidOut);
  const carried = carriedNames(body, loaded, [...walk.laidOut, ...given], schemas);
  const parts = {
    body,
    operation,
    laidOut: walk.laidOut,
    locked: walk.locked,
    carried,
    initial: Object.keys(initial),
  };
  checkForm(site, parts);
  const name = noteRequest(ctx, operation ?? { id: '' });
  return {
    type: 'form',
    at: site.pointer,
    ...inner.marked('FormView', { page: site.scope, form: inner.scope }),
    ...(view.of ? { of: view.of } : {}),
    ...(load ? { load: load.call } : {}),
    initial,
    ...(view.schemaFrom ? { schemaFrom: compileSchemaFrom(site.at('schemaFrom'), 'schema') } : {}),
    submit: compileSubmit(inner, parts),
    schema: name,
    carried,
    layout,
    ...readOnlyNote(site),
  };
}

/** Reports a loaded record that has none of the fields: all would be empty, and the save would clear them. */
function checkLoaded(site: Site<FormView>, loaded: JsonSchema, laidOut: ReadonlySet<string>): void {
  const word = loaded === ANY ? undefined : typeWord(loaded, site.schemas);
  if (word !== undefined && word !== 'object')
    site.below(undefined, site.config.of === undefined ? 'load' : 'of').report('type-mismatch', {
      received: describeType(loaded, site.schemas),
      expected: 'a record',
    });
  const have = Object.keys(deref(loaded, site.schemas).properties ?? {});
  const want = [...new Set([...laidOut].map((path) => path.split('.')[0]!))];
  if (have.length === 0 || want.length === 0 || want.some((name) => have.includes(name))) return;
  const of = site.config.of !== undefined;
  site.below(undefined, of ? 'of' : 'load').report('type-mismatch', {
    received: `a record of ${have.join(', ')}`,
    expected: `some of the fields ${want.join(', ')}`,
  });
}

/** Placeholder for the submit of a form that has neither `submit` nor `record`. */
const NO_SUBMIT: Submit = { call: '' };

function submitOperation(site: Site<FormView>): ApiOperation | undefined {
  const { submit, record } = site.config;
  if (!submit && !record) site.report('missing-property', { received: 'submit', note: 'or "record"' });
  const call = submit && site.at('submit').at('call');
  const operation = call?.operation(false);
  if (operation && call) checkSaving(call, operation);
  return operation;
}

const SAVING: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** A form is saved by an operation that takes a body and changes something. */
function checkSaving(site: Site, { id, body, method }: ApiOperation): void {
  if (!body) site.report('type-mismatch', { expected: 'an operation with a body', received: id });
  else if (!SAVING.includes(method))
    site.report('type-mismatch', {
      expected: `an operation by ${SAVING.join(', ')}`,
      received: `${id} by ${method}`,
    });
}

/** Checks that every required field has a source, and no value has two. */
function checkForm(site: Site<FormView>, parts: FormParts): void {
  const { config: view, ctx, schemas } = site;
  const { body, operation, laidOut, carried, initial } = parts;
  const given = Object.keys(view.submit?.with ?? {});
  // A page that is also opened for a new record has no record to take values from then; later steps of a wizard have it.
  const isNew = isCreated(ctx.screen.config.id, ctx.catalogue) && !/\/steps\/[1-9]/.test(site.pointer);
  const brought = view.of && !isNew ? carried : [];
  if (operation && !view.schemaFrom) {
    requireAll(site.below(undefined, 'layout'), body, [...laidOut, ...given, ...brought, ...initial]);
    if (brought.length === 0 && !view.load) checkLocked(parts, [...given, ...initial], schemas);
  }
  if (operation && alwaysFor(view.readOnlyWhen, operation.permissions, true))
    site.at('readOnlyWhen').report('gate-inverted', { received: operation.permissions.join(', ') });
  if (view.of && view.load)
    site
      .below(undefined, 'load')
      .report('wrong-type', { received: 'load beside of', expected: 'one of the two' });
  for (const name of given)
    if (laidOut.has(name))
      site.below(undefined, 'submit', 'with', name).report('duplicate-name', {
        received: name,
        note: 'it is a field of the layout too: one of the two would be lost',
      });
}

/** Reports required values that are neither entered nor given: the form could never be saved. */
function checkLocked({ body, locked }: FormParts, given: string[], schemas: Schemas): void {
  const required = requiredOf(body, schemas);
  for (const [name, site] of locked)
    if (required.includes(name) && !given.includes(name)) site.report('field-missing', { received: name });
}

function compileSubmit(form: Site<FormView>, parts: FormParts): CompiledForm['submit'] {
  const { operation, body, laidOut, carried, initial } = parts;
  const site = form.below(form.config.submit ?? NO_SUBMIT, 'submit');
  const { config: submit, schemas } = site;
  const result = { ...site.scope, result: operation ? resultOf(operation) : ANY };
  checkSuccessTone(site);
  return {
    operation: submit.call,
    ...(submit.create === undefined ? {} : compileCreate(form, parts)),
    with: operation
      ? compileArguments(site.at('with'), operation, {
          given: [...laidOut, ...carried, ...initial, ...requiredOf(body, schemas)],
          callPlace: site.at('call').place,
        })
      : {},
    label: submit.label === undefined ? { key: 'engine.form.save' } : site.at('label').text(),
    ...site.marked('Submit', { result }),
    ...(submit.confirm === undefined ? {} : { confirm: compileConfirm(site.at('confirm')) }),
    access: operation?.permissions ?? [],
  };
}

/** The note above the fields that says why the form is read-only; `false` shows none. */
function readOnlyNote(site: Site<FormView>): Pick<CompiledForm, 'readOnlyNote'> {
  const { readOnlyNote: note } = site.config;
  if (note === undefined) return {};
  return { readOnlyNote: note !== false && site.at('readOnlyNote').text() };
}

/** Compiles the operation that saves a new record. It takes the same fields; properties that it does not have are not sent. */
function compileCreate(form: Site<FormView>, parts: FormParts): Pick<CompiledForm['submit'], 'create'> {
  const { create = '', with: given = {} } = form.config.submit!;
  const site = form.below(create, 'submit', 'create');
  const { schemas } = site;
  const operation = site.operation(false);
  if (!operation) return {};
  checkSaving(site, operation);
  const own = operation.body ?? ANY;
  const sent = new Set([...parts.laidOut].map((path) => path.split('.')[0]!));
  const { properties = {} } = deref(own, schemas);
  const whole = deref(parts.body, schemas).properties ?? {};
  for (const name of sent)
    if (own !== ANY && !properties[name])
      site.report('unknown-path', { received: name, note: `operation ${create} has no such field` });
    else if (whole[name] && properties[name] && !fits(whole[name], properties[name], schemas))
      site.report('type-mismatch', {
        received: `${name}: ${describeType(whole[name], schemas)}`,
        expected: describeType(properties[name], schemas),
      });
  requireAll(site, own, [...sent, ...Object.keys(given), ...Object.keys(form.config.initial ?? {})]);
  return { create: { operation: create, schema: noteRequest(site.ctx, operation) } };
}

/** Every required property of the request needs a field, a given value or the loaded record. */
function requireAll(site: Site, body: JsonSchema, given: string[]): void {
  const tops = new Set(given.map((path) => path.split('.')[0]));
  for (const name of requiredOf(body, site.schemas))
    if (!tops.has(name)) site.report('field-missing', { received: name });
}

function loadedType(site: Site<FormView>, load: ApiOperation | undefined): JsonSchema | undefined {
  const { of: record } = site.config;
  if (record) return followPath(site.scope.records ?? ANY, [record], site.schemas).type;
  return load?.reply;
}

function compileLoad(site: Site<FormView>): { call: CompiledCall; operation?: ApiOperation } | undefined {
  const { of: record, load } = site.config;
  if (record) {
    const names = Object.keys(site.scope.records?.properties ?? {});
    const expected = names.join(', ') || 'none';
    site.below(record, 'of').known('unknown-record', record, names, { expected });
    return undefined;
  }
  if (load === undefined) return undefined;
  const short = typeof load === 'string';
  const call = site.below<OperationCall>(short ? { operation: load } : load, 'load');
  const name = short ? call.as(load) : call.at('operation');
  const operation = name.operation(true);
  if (!operation) return { call: { operation: name.config, with: {} } };
  const route = site.scope.route?.properties ?? {};
  const implicit = operation.parameters
    .filter((p) => p.required && p.name in route && !(p.name in (call.config.with ?? {})))
    .map((p) => p.name);
  const values: CompiledArguments = {
    ...Object.fromEntries(implicit.map((one) => [one, { path: ['route', one] }])),
    ...compileArguments(call.at('with'), operation, { given: implicit, callPlace: name.place }),
  };
  if (call.config.when === undefined) checkOptionals(call.at('with'), neededBy(operation, site.schemas));
  return {
    call: { operation: operation.id, with: values, ...call.marked('OperationCall') },
    operation,
  };
}

function compileInitial(site: Site<FormView>, body: JsonSchema): CompiledArguments {
  return Object.fromEntries(
    site.entries('initial').map(([name, part]) => [name, part.value(pathType(part.as(name), body))]),
  );
}
