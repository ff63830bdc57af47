/** Which tests can reach a file of the product: those of its own subject first, then all others. */

type Table = readonly (readonly [folder: string, tests: readonly string[]])[];

/** The first folder that contains the file counts. */
const NEAREST: Table = [
  ['engine/views/form/fields/file', ['tests/views/upload.test.tsx', 'tests/views/file.test.tsx']],
  [
    'engine/views/form/submit',
    [
      'tests/form',
      'tests/views/formLanguage',
      'tests/views/fieldCheck',
      'tests/views/ask',
      'tests/views/wizard',
    ],
  ],
  [
    'engine/views/form',
    ['tests/form', 'tests/views/formLanguage', 'tests/views/fieldCheck', 'tests/views/ask'],
  ],
  [
    'engine/views/table',
    [
      'tests/table',
      'tests/views/manyRows',
      'tests/views/looks',
      'tests/views/picking',
      'tests/views/namedTable',
    ],
  ],
  ['engine/views/filters', ['tests/table']],
  [
    'engine/views/actions',
    ['tests/views/actions', 'tests/views/transitions', 'tests/views/ask', 'tests/views/upload'],
  ],
  ['engine/views/wizard', ['tests/views/wizard']],
  ['engine/views/tree', ['tests/views/tree']],
  ['engine/views/date-input', ['tests/views/date-input']],
  ['engine/views/dialogs', ['tests/views/picking', 'tests/views/actions']],
  ['engine/data', ['tests/data', 'tests/views/live', 'tests/views/largeDictionary']],
  [
    'engine/page',
    [
      'tests/form/view',
      'tests/views/poll',
      'tests/views/live',
      'tests/views/screen',
      'tests/views/conditions',
      'tests/data',
    ],
  ],
  ['engine/access', ['tests/access', 'tests/views/looks']],
  ['engine/routing', ['tests/routing', 'tests/table/state']],
  ['engine/language', ['tests/language']],
  ['server/access/narrowing', ['tests/server/scope/narrowing', 'tests/server/scope/parties']],
  ['server/access/reach', ['tests/server/scope/narrowing', 'tests/server/scope/parties']],
  ['server/access/viewAs', ['tests/server/viewAs']],
  ['server/access/idempotencyKeys', ['tests/server/hard/repeats', 'tests/server/records']],
  [
    'server/access',
    [
      'tests/server/access',
      'tests/server/hard/signIn',
      'tests/server/administration',
      'tests/server/scope/parties',
    ],
  ],
  ['server/http/exports', ['tests/server/export', 'tests/server/jobs/jobs']],
  [
    'server/http',
    [
      'tests/server/hard/requests',
      'tests/server/hard/repeats',
      'tests/server/files/hostile',
      'tests/server/files/files',
    ],
  ],
  ['server/records/fileClaims', ['tests/server/files/files', 'tests/server/contractParts']],
  ['server/records/tree', ['tests/server/trees']],
  ['server/records/waits', ['tests/server/toDo', 'tests/server/agreement']],
  [
    'server/records/history',
    [
      'tests/server/records',
      'tests/server/contracts.test',
      'tests/server/contracts/agreements',
      'tests/server/scope/parties',
    ],
  ],
  ['server/records/paging', ['tests/server/records', 'tests/server/pageCaches', 'tests/server/export']],
  [
    'server/records',
    [
      'tests/server/records',
      'tests/server/contractParts',
      'tests/server/contracts.test',
      'tests/server/contracts/agreements',
      'tests/server/hard/repeats',
    ],
  ],
  ['server/files', ['tests/server/files']],
  ['server/jobs/enqueue', ['tests/server/jobs', 'tests/server/hard/fairness']],
  ['server/jobs', ['tests/server/jobs']],
  ['server/live/socket', ['tests/server/live', 'tests/server/viewAs']],
  ['server/live', ['tests/server/live']],
  ['server/export', ['tests/server/export', 'tests/server/jobs/endings']],
  ['server/modules/agreement', ['tests/server/agreement']],
  ['server/modules/results', ['tests/server/results']],
  ['server/modules/inventories', ['tests/server/stands/inventories']],
  ['server/modules/hypotheses/bans', ['tests/travel/bans']],
  [
    'server/modules/hypotheses',
    [
      'tests/server/hypotheses',
      'tests/server/solutions',
      'tests/server/solutionMoves',
      'tests/server/taskItems',
    ],
  ],
  ['server/modules/pointGroups', ['tests/server/pointGroups']],
  ['server/modules/contracts', ['tests/server/contractParts', 'tests/server/contracts']],
  ['server/modules/reports', ['tests/server/reports']],
  ['server/modules/visitPoints', ['tests/server/weighings', 'tests/server/visitPoints']],
  ['server/modules/vehicles', ['tests/server/vehicles']],
  ['server/modules/incidents', ['tests/server/results/incidents']],
];

/** Other tests that can reach it, for mutants that survive the nearest. */
const WIDER: Table = [
  ['engine/language', ['tests/grammar', 'tests/foreign', 'tests/views', 'tests/form', 'tests/table']],
  [
    'engine',
    ['form', 'table', 'views', 'data', 'access', 'routing', 'shell', 'grammar', 'foreign', 'widgets'].map(
      (folder) => `tests/${folder}`,
    ),
  ],
  ['server/access', ['tests/server/scope', 'tests/server/live']],
  [
    'server/records',
    [
      'tests/server/agreement',
      'tests/server/administration',
      'tests/server/classifiers',
      'tests/server/hypotheses',
      'tests/server/scope',
      'tests/server/results',
    ],
  ],
  ['server/files', ['tests/server/contractParts', 'tests/server/export', 'tests/server/scope/parties']],
  ['server/export', ['tests/server/jobs/jobs']],
  ['server/jobs', ['tests/server/export', 'tests/server/hard/zombie', 'tests/server/solutions']],
  [
    'server/modules/contracts',
    ['tests/server/scope/types', 'tests/server/scope/parties', 'tests/server/visitPoints'],
  ],
  ['server/modules/results', ['tests/server/agreement', 'tests/server/stands']],
  ['server/modules/vehicles', ['tests/server/weighings', 'tests/server/seed']],
];

const testsOf = (table: Table, file: string): readonly string[] =>
  table.find(([folder]) => file.startsWith(folder))?.[1] ?? [];

/** Returns filters of test files, as vitest takes them; throws for a file that the table does not cover. */
export function nearestTests(file: string): readonly string[] {
  const tests = testsOf(NEAREST, file);
  if (!tests.length) throw new Error(`tests/audit/semanticTests.ts names no tests for ${file}`);
  return tests;
}

/** Returns all other tests that can reach it; none where the nearest are all. */
export const widerTests = (file: string, nearest: readonly string[]): readonly string[] =>
  testsOf(WIDER, file).filter((one) => !nearest.includes(one));
