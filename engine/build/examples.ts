/**
 * For each diagnostic an edit of the sample project that provokes it. The documentation prints the resulting
 * diagnostics; a test checks the code and line of each. The type requires an example for every code of the catalogue.
 */
import type { Diagnostic, DiagnosticCode } from '../language/diagnostics.ts';
import { compileProject, type ProjectFiles } from '../language/project.ts';
import { sampleProject } from './sample.ts';

interface Example {
  /** Suffix of the file that is edited. */
  file: string;
  /** Text that occurs in the file exactly once. */
  from: string;
  to: string;
}

const books = (from: string, to: string): Example => ({ file: 'books.screen.json', from, to });
const book = (from: string, to: string): Example => ({ file: '/book.screen.json', from, to });
const info = (from: string, to: string): Example => ({ file: 'book.info.screen.json', from, to });
const pick = (from: string, to: string): Example => ({ file: 'pick.screen.json', from, to });
const sign = (from: string, to: string): Example => ({ file: 'sign.screen.json', from, to });
const api = (from: string, to: string): Example => ({ file: 'api/books.json', from, to });
const permissions = (from: string, to: string): Example => ({ file: 'permissions.json', from, to });
const SHELF = (more: string) => `"view": { "type": "widget", "widget": "shelf"${more} }`;
const REFRESH = '{ "refresh": true, "label": "book.save" }';
const HALF = (span: number) =>
  `{ "span": ${span}, "view": { "type": "table", "name": "half", "rows": { "expr": "[]" }, "columns": [] } }`;
const STACK = '"view": {\n    "type": "stack",\n    "items": []\n  }';

export const EXAMPLES: Record<DiagnosticCode, Example> = {
  'json-syntax': books('"language": 1,', '"language": 1,,'),
  'unknown-property': books('"columns":', '"colums":'),
  'missing-property': books('"operation": "bookPaging",', ''),
  'duplicate-property': books('"language": 1,', '"language": 1,\n  "language": 1,'),
  'wrong-type': books('"order": 1', '"order": "first"'),
  'unknown-word': books('"mode": "patch"', '"mode": "pach"'),
  'unknown-view': books('"type": "table"', '"type": "tabel"'),
  'unknown-filter': books('"type": "selectMany"', '"type": "selectMany2"'),
  'unknown-language': books('"language": 1,', '"language": 2,'),
  'duplicate-screen': pick('"id": "pick"', '"id": "books"'),
  'duplicate-name': sign(STACK, `"view": { "type": "stack", "items": [${HALF(6)}, ${HALF(4)}] }`),
  'duplicate-item': books('"select": "many",', `"select": "many", "toolbar": [${REFRESH}, ${REFRESH}],`),
  'duplicate-route': sign('"/sign"', '"/books"'),
  'overlapping-route': sign('"/sign"', '"/:section/new"'),
  'bad-route': sign('"/sign"', '"/:rest*/:more*"'),
  'unknown-screen': books('"navigate": "book"', '"navigate": "bok"'),
  'parent-cycle': book('"parent": "books"', '"parent": "book.info"'),
  'tab-without-parent': info('"parent": "book"', '"parent": "books"'),
  'not-public': sign('"public": true', '"public": false'),
  'no-place': pick('"dialog": {},', ''),
  'not-a-dialog': books(
    '"open": "pick",\n        "with": {\n          "many": true\n        },',
    '"open": "sign",',
  ),
  'no-route': books(
    '"navigate": "book",\n      "with": {\n        "bookId": {\n          "expr": "row.id"\n        }\n      }',
    '"navigate": "pick"',
  ),
  'unknown-route-parameter': books(
    '"bookId": {\n          "expr": "row.id"',
    '"bookIdd": {\n          "expr": "row.id"',
  ),
  'missing-route-parameter': books(
    ',\n      "with": {\n        "bookId": {\n          "expr": "row.id"\n        }\n      }',
    '',
  ),
  'unknown-input': books('"many": true', '"mani": true'),
  'missing-input': pick('"input": {', '"input": {\n    "shelf": "string",'),
  'unknown-operation': books('"operation": "bookPaging"', '"operation": "bookPagin"'),
  'unknown-parameter': books('"paramName": "genres"', '"paramName": "genre"'),
  'missing-parameter': books('"title": {\n            "expr": "row.title"\n          },', ''),
  'unknown-path': books('"field": "year"', '"field": "yaer"'),
  'untyped-path': books('"genre"\n    ]', '"extra.size"\n    ]'),
  'type-mismatch': books('"many": true', '"many": "yes"'),
  'not-a-list': pick('"operation": "bookPaging"', '"operation": "me"'),
  'not-a-read': book('"operation": "bookGet"', '"operation": "bookSave"'),
  unsortable: books('"sort": "title"', '"sort": "titel"'),
  'value-cycle': info(
    '"year",\n      "shelf"',
    '{ "field": "year", "follows": { "expr": "form.year" } },\n      "shelf"',
  ),
  'optional-value': books(
    '"access": [\n    "READ"\n  ],',
    '"access": ["READ"], "query": { "one": { "type": "string", "optional": true } }, "records": { "one": { "operation": "bookGet", "with": { "bookId": { "expr": "query.one" } } } },',
  ),
  'two-owners': books('"operation": "bookPaging",', '"operation": "bookPaging", "with": { "genres": [] },'),
  'never-true': books(
    '"operation": "bookPaging",',
    '"operation": "bookPaging",\n      "poll": { "until": "true" },',
  ),
  'hidden-required': info(
    '"title",\n      "year"',
    '{ "field": "title", "visibleWhen": "form.year > 1900" },\n      "year"',
  ),
  'field-missing': info('"year",\n      "shelf"', '"year"'),
  'unknown-broadcast': books('"broadcast": "book"', '"broadcast": "boook"'),
  'unknown-record': info('"of": "book"', '"of": "boook"'),
  'unknown-resource': books('"labels": "book",', '"labels": "book",\n    "record": "loann",'),
  'unknown-dictionary': books('"dictionary": "genres"', '"dictionary": "genre"'),
  'unknown-permission': books('"READ"', '"REED"'),
  'unknown-permission-group': permissions(
    '"code": "READ",\n      "group": "BOOKS"',
    '"code": "READ",\n      "group": "BOKS"',
  ),
  'unknown-locale': permissions(
    ',\n        "ru": "Запись"',
    ',\n        "ru": "Запись",\n        "de": "Schreiben"',
  ),
  'missing-caption': permissions(',\n        "ru": "Запись"', ''),
  'unknown-instance-type': books(
    '"access": [\n    "READ"\n  ],',
    '"access": ["READ"],\n  "instanceTypes": ["TWON"],',
  ),
  'unknown-widget': books('"cell": "number"', '"cell": "numbr"'),
  'unknown-option': books('"digits": 0', '"digit": 0'),
  'bad-option': books('"digits": 0', '"digits": "none"'),
  'unknown-port': sign(STACK, SHELF(', "inputs": { "bookid": "1" }')),
  'widget-value': books('"cell": "number"', '"cell": "date"'),
  'unknown-group': books('"group": "main"', '"group": "mian"'),
  'menu-parameters': book('"access": [', '"menu": { "group": "main", "order": 2 },\n  "access": ['),
  'unknown-icon': books('"icon": "document"', '"icon": "documnet"'),
  'missing-key': books('"title": "books.title"', '"title": "books.titel"'),
  unused: books('"language": 1,', '"language": 1,\n  "state": { "left": "string" },'),
  'no-effect': books('"select": "many",', '"selectableWhen": "row.year > 1900.0",'),
  overruled: books(
    '"dictionary": "genres"',
    '"dictionary": "genres", "possibleValues": [{ "value": "NOVEL", "label": "book.genre" }]',
  ),
  'constant-condition': books("row.status == 'FREE'", 'true'),
  'unused-key': {
    file: 'locales/en/books.json',
    from: '"book.info": "General"',
    to: '"book.info": "General",\n  "book.old": "Old"',
  },
  'key-placeholders': { file: 'locales/ru/books.json', from: '{{count}}', to: '{{number}}' },
  'missing-plural': {
    file: 'locales/ru/books.json',
    from: ',\n  "engine.found_few": "{{count}} books"',
    to: '',
  },
  'expression-syntax': books("row.status == 'FREE'", 'row.status == '),
  'unknown-name': books("row.status == 'FREE'", "rwo.status == 'FREE'"),
  'unavailable-name': books("row.status == 'FREE'", 'form.title != row.title'),
  'unknown-member': books("row.status == 'FREE'", "row.statsu == 'FREE'"),
  'unknown-enum-word': books("row.status == 'FREE'", "row.status == 'FRE'"),
  'unknown-function': books("row.status == 'FREE'", 'siez(row.title) > 3'),
  'operator-types': books("row.status == 'FREE'", 'row.year + 1 > 1900'),
  'not-boolean': books("row.status == 'FREE'", 'row.title'),
  'access-too-wide': books('"access": [\n    "READ"\n  ],', '"access": ["READ", "WRITE"],'),
  'gate-inverted': books("row.status == 'FREE'", "!('WRITE' in account.permissions)"),
  'access-of-no-use': books('"access": [\n    "READ"\n  ],', '"access": ["READ", "LEND"],'),
  'not-a-file': books('"navigate": "book"', '"download": "bookGet"'),
  'not-an-upload': books('"navigate": "book"', '"upload": "bookGet"'),
  'body-type': books(
    '"call": "bookSave",\n        "with": {\n          "title": {\n            "expr": "row.title"\n          },\n          "year": {\n            "expr": "row.year"\n          },\n          "shelf": "A"\n        },',
    '"call": "bookImport",',
  ),
  'api-shape': api('"/api/ping"', '"/api/ping/{host}"'),
  'api-ref': api('"$ref": "#/components/schemas/BookFilter"', '"$ref": "#/components/schemas/BookFiltre"'),
  'api-keyword': api(
    '"size": {\n                      "type": "integer"',
    '"size": {\n                      "type": "integer", "minimum": 5, "maximum": 1',
  ),
  'api-entity': api('"x-ref": "book"', '"x-ref": "boook"'),
  'api-duplicate': api('"operationId": "ping"', '"operationId": "me"'),
  'api-untyped': api('"login": {\n            "type": "string"\n          }', '"login": {}'),
};

export interface ProvokedDiagnostic {
  example: Example;
  /** Every diagnostic of the edited project. */
  diagnostics: Diagnostic[];
  /** The first with the code in question. */
  diagnostic: Diagnostic | undefined;
  /** Line in the edited file where the edit begins. */
  line: number;
}

/** Edits the sample and compiles it. */
export function provoke(code: DiagnosticCode): ProvokedDiagnostic {
  const example = EXAMPLES[code];
  const files = sampleProject();
  const file = allFiles(files).find((f) => f.file.endsWith(example.file));
  if (!file) throw new Error(`The sample has no file ${example.file}`);
  const parts = file.text.split(example.from);
  if (parts.length < 2) throw new Error(`${code}: “${example.from}” is not in ${example.file}`);
  file.text = parts[0]! + example.to + parts.slice(1).join(example.from);
  const { diagnostics } = compileProject(files);
  return {
    example,
    diagnostics,
    diagnostic: diagnostics.find((d) => d.code === code),
    line: parts[0]!.split('\n').length,
  };
}

function allFiles(files: ProjectFiles) {
  return [...files.screens, ...files.locales, ...files.api, ...files.fragments, files.app, files.permissions];
}
