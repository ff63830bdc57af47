/**
 * The one catalogue of diagnostics. docs/diagnostics.md and the tests of each diagnostic are made from it.
 * `{received}`, `{expected}` and `{near}` are filled in; the clause of an absent value is left out.
 */
import { authored, locate, writtenAt, type Position, type Source, type Written } from './source.ts';

export type Severity = 'error' | 'warning';

interface DiagnosticKind {
  severity: Severity;
  /** What went wrong, in a sentence. */
  message: string;
  /** Why it matters and how to fix it, for docs/diagnostics.md. */
  help: string;
}

const error = (message: string, help: string): DiagnosticKind => ({ severity: 'error', message, help });
const warning = (message: string, help: string): DiagnosticKind => ({ severity: 'warning', message, help });

export const CATALOGUE = {
  'json-syntax': error(
    'The file is not valid JSON',
    'Screen files are strict JSON: no comments, no trailing commas.',
  ),
  'unknown-property': error(
    'Unknown property {received}',
    'The language is closed: a property that it does not have is a mistake. Rule 2.',
  ),
  'missing-property': error(
    'Property {received} is missing',
    'The schema of the language requires this property here.',
  ),
  'duplicate-property': error(
    'Property {received} is repeated',
    'JSON.parse would silently keep the last one; a text key belongs to one file per locale. Delete one of the two.',
  ),
  'wrong-type': error('The value has the wrong type', 'See docs/screen-language.md for the allowed values.'),
  'unknown-word': error('Unknown value {received}', 'The value must be one of a closed list.'),
  'unknown-view': error(
    'Unknown view type {received}',
    'Views are a small closed set; anything else is a widget. Rule 2.',
  ),
  'unknown-filter': error(
    'Unknown filter kind {received}',
    'There are eleven filter kinds; for any other use a component filter.',
  ),
  'unknown-language': error(
    'Language version {received} is not supported',
    'Run the codemod of the newer version, or set "language" to the supported one. Rule 10.',
  ),

  'duplicate-screen': error(
    'Screen id {received} is taken',
    'A screen id names one file. Rename one of the two. Rule 1.',
  ),
  'duplicate-name': error(
    'Name {received} is used twice',
    'Names of widgets, of the views of a screen, of tabs and of panes are unique within their file or view.',
  ),
  'duplicate-item': error(
    'The item is repeated in the list',
    'A repeated column, field, filter, action or value is shown twice, or hides the other. Delete one.',
  ),
  'duplicate-route': error(
    'Route {received} is taken',
    'Two screens cannot share a route; the message names the other one.',
  ),
  'overlapping-route': error(
    'Route {received} can match the same URL as another',
    'Neither route is more specific than the other, so it is undefined which screen opens. Make one more literal.',
  ),
  'bad-route': error(
    'Route {received} is invalid',
    'A route consists of /words, /:parameters and one /:list* for the rest.',
  ),
  'unknown-screen': error(
    'Unknown screen {received}',
    'navigate, open and parent name screens by id. Rule 4.',
  ),
  'parent-cycle': error(
    'Screen {received} is its own ancestor',
    'Follow parent from file to file: it must end at a screen without parent.',
  ),
  'tab-without-parent': error(
    'A tab needs a parent whose view is tabs',
    'Name the tab page in "parent". Rule 1.',
  ),
  'not-public': error(
    'Screen {received} requires a sign-in',
    'The screens of sign-in and of errors are shown to people who are not signed in: give them "public": true.',
  ),
  'no-place': error('Screen {received} cannot be reached', 'Give it a route, or make it a dialog.'),
  'not-a-dialog': error(
    'Screen {received} is not a dialog',
    '"open" shows a screen as a dialog; add "dialog" to that screen or use navigate.',
  ),
  'no-route': error(
    'Screen {received} has no route',
    'navigate needs a screen with a route; a dialog is opened with "open".',
  ),
  'unknown-route-parameter': error(
    'Unknown parameter {received}',
    'Parameters of a navigation are those of the target route and its query.',
  ),
  'missing-route-parameter': error(
    'Parameter {received} of the target is not given',
    'Set it in "with", or navigate from a screen whose route has the same parameter.',
  ),
  'unknown-input': error('Unknown input {received}', 'Inputs of a screen are declared in its "input".'),
  'missing-input': error(
    'Input {received} is not given',
    'The screen declares this input without making it optional.',
  ),

  'unknown-operation': error(
    'Unknown operation {received}',
    'Operations are the operationIds of schemas/api. Rule 3.',
  ),
  'unknown-parameter': error(
    'Unknown parameter {received}',
    'Parameters are those of the operation: path, query, filter and body properties. Rule 4.',
  ),
  'missing-parameter': error(
    'Required parameter {received} is not given',
    'The operation cannot be called without it.',
  ),
  'unknown-path': error(
    'Unknown path {received}',
    'The path does not exist in the type that the API gives. Rule 4.',
  ),
  'untyped-path': error(
    'Path {received} passes an untyped schema',
    'Close and type the schema in schemas/api. Rule 4.',
  ),
  'type-mismatch': error('The value does not fit', 'The type of the value differs from the expected type.'),
  'not-a-list': error(
    'Operation {received} does not return a list',
    'A table needs an operation whose reply is a list or a page {list, size}.',
  ),
  'not-a-read': error(
    'Operation {received} changes data, and would be called when the page opens',
    'Records, sources and counts are loaded when a page opens: a GET, or a POST without x-changes. Make it an action.',
  ),
  unsortable: error('Field {received} is not sortable', 'Sorting follows x-sort of the operation.'),
  'value-cycle': error(
    '{received} is computed from itself',
    'Each change would cause the next: a field would change while it is edited, a record would never be loaded. Compute one of them from something else.',
  ),
  'optional-value': error(
    '{received} may be absent where a value is required',
    'Without the value the request of the page would fail. Add "when" (or "visibleWhen") that tests it with has(), give it a default, or make it required.',
  ),
  'two-owners': error(
    'Parameter {received} has two sources',
    'One of the two would be sent and the other shown. Keep the filter, or the value in "with".',
  ),
  'never-true': error(
    'The condition can never be true',
    'It reads something that does not exist yet when it is evaluated, or it is a constant.',
  ),
  'hidden-required': error(
    'Field {received} may be hidden but the API requires it',
    'Make it optional in the API, or stop hiding it: what is hidden is not sent. Rule 8.',
  ),
  'field-missing': error(
    'Required field {received} of the request is not in the form',
    'The request could never be sent. Add it to the layout, or set its value in "with" or "initial".',
  ),
  'unknown-broadcast': error(
    'Unknown broadcast {received}',
    'Broadcasts are listed in x-live of the operation.',
  ),
  'unknown-record': error(
    'Unknown record {received}',
    'Records are those of this screen and of its ancestors.',
  ),

  'unknown-resource': error(
    'Unknown kind of record {received}',
    'Kinds of records are declared by x-resources in schemas/api.',
  ),
  'unknown-dictionary': error(
    'Unknown dictionary {received}',
    'Dictionaries are declared by x-dictionary in schemas/api.',
  ),
  'unknown-permission': error(
    'Unknown permission {received}',
    'Permissions are listed in schemas/permissions.json.',
  ),
  'unknown-permission-group': error(
    'Unknown group of permissions {received}',
    'Groups are listed at the top of schemas/permissions.json.',
  ),
  'missing-caption': error(
    'The caption in {received} is missing',
    'Administrators create roles: each permission and group has a caption in every locale of the app file.',
  ),
  'unknown-instance-type': error(
    'Unknown instance type {received}',
    'Instance types are an enum of the API.',
  ),
  'unknown-widget': error(
    'Unknown {expected} {received}',
    'It must be registered: a folder with widget.json.',
  ),
  'unknown-option': error(
    'Unknown option {received}',
    'Options are declared in the widget.json of the widget.',
  ),
  'bad-option': error(
    'Option {received} has the wrong value',
    'Options are checked against the schema in widget.json.',
  ),
  'unknown-port': error(
    'Unknown port {received}',
    'Inputs and events of a widget are declared in its widget.json.',
  ),
  'widget-value': error(
    '{received} cannot show this value',
    'The widget.json of the cell, field or picker says which types it takes.',
  ),
  'unknown-group': error('Unknown menu group {received}', 'Menu groups are listed in screens/app.json.'),
  'menu-parameters': error(
    'Route {received} cannot be in the menu',
    'A menu entry has no values for the parameters of a route. Give the menu to a screen without them.',
  ),
  'unknown-icon': error('Unknown icon {received}', 'Icons are the names in engine/registry/icons.json.'),
  'missing-key': error('Text {received} is missing', 'Every key must be in every locale under locales/.'),
  'missing-plural': error(
    'Text {received} lacks a plural form',
    'Each language has its own plural forms: Russian one, few, many and other; English one and other.',
  ),
  unused: warning(
    '{expected} {received} is not used',
    'A declared state, input, query, record or fragment that nothing reads is left over, or its use is missing.',
  ),
  'no-effect': warning(
    'Property {received} has no effect without {expected}',
    'It modifies a property that is missing. Add that one, or remove this.',
  ),
  overruled: warning(
    'Property {received} has no effect beside {expected}',
    'The other one takes precedence. Remove one of the two.',
  ),
  'constant-condition': warning(
    'Condition {received} is always the same',
    'It depends on nothing that changes. Remove it, or make it depend on a value.',
  ),
  'unused-key': warning('Text {received} is not used by any screen', 'Remove it, or use it.'),
  'key-placeholders': error(
    'Text {received} has other placeholders than in the default locale',
    'Both locales must fill the same {{names}}.',
  ),

  'expression-syntax': error('The expression is invalid', 'Expressions are CEL. Rule 6.'),
  'unknown-name': error(
    'Unknown name {received}',
    'Only named scopes exist: route, query, row, form, filters, selection, records, views, state, input, result, account, system, properties, today, conditions. Rule 5.',
  ),
  'unavailable-name': error(
    'Scope {received} is not available here',
    'The scope exists, but not at this place. Rule 5.',
  ),
  'unknown-member': error(
    'Unknown member {received}',
    'The type of the scope in the API has no such member. Rule 6.',
  ),
  'unknown-enum-word': error(
    '{received} is not a value of this enum',
    'The comparison could never be true. Rule 6.',
  ),
  'unknown-function': error(
    'Unknown function {received}',
    'See the list of functions in docs/screen-language.md.',
  ),
  'operator-types': error(
    'The operator does not take these types',
    'JSON numbers are doubles: write 1.0, not 1, in arithmetic.',
  ),
  'not-boolean': error('The condition is not a boolean', 'A condition must be a boolean.'),

  'access-too-wide': error(
    'The screen admits accounts that its operation refuses',
    'Widen x-permissions of the operation or narrow "access" of the screen.',
  ),

  'gate-inverted': error(
    'The condition excludes exactly the accounts that are allowed',
    'It is true for accounts without the permission that the operation requires. Remove the negation, or name another permission.',
  ),
  'access-of-no-use': warning(
    'Accounts with only {received} may use nothing here',
    'Every operation of this screen requires another permission. Remove it from "access", or add it to the operation that it is meant for.',
  ),

  'not-a-file': error(
    'Operation {received} does not return a file',
    'download takes an operation that reads and whose reply has another media type than JSON; use call for the rest.',
  ),
  'not-an-upload': error(
    'Operation {received} takes no file',
    'upload takes an operation whose body is multipart/form-data with a property of contentMediaType or format binary.',
  ),
  'body-type': error(
    'Operation {received} takes a body that no screen can send',
    'Screens send JSON, or a form with files (multipart/form-data); of several media types the operation must offer one of these.',
  ),
  'api-shape': error(
    'The API file is invalid here',
    'See docs/architecture.md for the shape of the API files.',
  ),
  'api-ref': error(
    'Unknown component {received}',
    'Component schemas have names that are unique over all API files.',
  ),
  'api-keyword': error(
    'The schema contradicts itself: {received}',
    'No value would fit it, or its own default does not: an invalid pattern, bounds that exclude each other, a default out of bounds.',
  ),
  'api-entity': error('Unknown entity {received}', 'Entities are declared in x-entities.'),
  'unknown-locale': error(
    'The product has no language {received}',
    'The languages of the product are the `locales` of screens/app.json.',
  ),
  'api-duplicate': error(
    '{received} is declared twice',
    'operationIds and component names are unique over all API files.',
  ),
  'api-untyped': error(
    'The schema is open or untyped',
    'Schemas of the API are closed and typed: additionalProperties false, every property with a type. Rule 4.',
  ),
} as const satisfies Record<string, DiagnosticKind>;

export type DiagnosticCode = keyof typeof CATALOGUE;

export interface Diagnostic extends Position {
  file: string;
  code: DiagnosticCode;
  severity: Severity;
  message: string;
  pointer?: string;
  expected?: string;
  received?: string;
  /** The nearest valid name. */
  near?: string;
}

export interface DiagnosticFacts {
  expected?: string | undefined;
  received?: string | undefined;
  near?: string | undefined;
  /** A separate clause at the end of the message. */
  note?: string | undefined;
}

/** Collects diagnostics; the only way in which the compiler reports. */
/** Names the place that uses the fragment with the error. */
export function usedIn({ source, pointer }: Pick<Written, 'source' | 'pointer'>): string {
  const { line, column } = locate(source, pointer);
  return `used in ${source.file}:${line}:${column}`;
}

export class Diagnostics {
  readonly list: Diagnostic[] = [];

  /** Number of errors. */
  get errors(): number {
    return this.list.filter(({ severity }) => severity === 'error').length;
  }

  add(
    code: DiagnosticCode,
    source: Source,
    pointer: string,
    facts: DiagnosticFacts = {},
    place: { key?: boolean; offset?: number } = {},
  ): void {
    const at = writtenAt(source, pointer);
    const position = locate(at.source, at.pointer, place);
    const withNote = at.via ? { ...facts, note: usedIn(at.via) } : facts;
    this.addAt(code, at.source.file, position, withNote, authored(at.source, at.pointer));
  }

  addAt(
    code: DiagnosticCode,
    file: string,
    position: Position,
    facts: DiagnosticFacts,
    pointer?: string,
  ): void {
    const { severity, message } = CATALOGUE[code];
    const { note, ...rest } = facts;
    const known = Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined));
    this.list.push({
      file,
      ...position,
      code,
      severity,
      message: sentence(message, facts) + (note ? `; ${note}` : ''),
      ...(pointer === undefined ? {} : { pointer }),
      ...known,
    });
  }

  /** Reports JSON syntax errors of the file; true when there are any. */
  addSyntax(source: Source): boolean {
    for (const { position, expected, received } of source.problems)
      this.addAt('json-syntax', source.file, position, { expected, received });
    for (const { position, name } of source.duplicates)
      this.addAt('duplicate-property', source.file, position, { received: name });
    return source.problems.length > 0;
  }

  addAll(list: readonly Diagnostic[]): void {
    this.list.push(...list);
  }
}

function sentence(message: string, { expected, received, near }: DiagnosticFacts): string {
  const quoted = received === undefined ? '' : `“${received}”`;
  let text = message
    .replace('{received}', quoted)
    .replace('{expected}', expected ?? '')
    .replaceAll('  ', ' ');
  if (received !== undefined && !message.includes('{received}')) text += `: received ${quoted}`;
  if (expected !== undefined && !message.includes('{expected}')) text += `; expected ${expected}`;
  if (near !== undefined) text += `; did you mean “${near}”?`;
  return text;
}

/** `file:line:column CODE message`, a form in which editors open the place. */
export function formatDiagnostic(d: Diagnostic): string {
  return `${d.file}:${d.line}:${d.column} ${d.code} ${d.message}`;
}

/** A value as a diagnostic quotes it; what jsonc parses has no prototype, so `String` alone would throw. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The candidate nearest to `name` by edits (a swap of neighbours is one), or undefined if none is near. Of two candidates
 * at the same distance, prefers the one with the same letters.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length * 0.4)) + 1;
  for (const candidate of candidates) {
    const distance = edits(wanted, candidate.toLowerCase(), bestDistance) + (candidate === name ? -1 : 0);
    const nearer =
      distance < bestDistance || (distance === bestDistance && best && swapped(wanted, candidate));
    if (nearer) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

const letters = (text: string) => [...text.toLowerCase()].toSorted().join('');
const swapped = (name: string, candidate: string) =>
  name.length === candidate.length && letters(name) === letters(candidate);

/** Optimal string alignment distance; stops once it reaches `limit`. */
function edits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        d = Math.min(d, before[j - 2]! + 1);
      row.push(d);
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length]!;
}
