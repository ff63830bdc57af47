/** What samples are made of: a screen and a table, written compiled, and what answers them instead of a server. */
import type {
  CompiledColumn,
  CompiledOperation,
  CompiledScreen,
  CompiledTable,
  CompiledView,
} from '../../engine/app/preview.tsx';

/** What the samples ask instead of a server: see `samplesAnswer`. */
export const SAMPLES = '/api/samples';

const operation = (id: string, more: Partial<CompiledOperation>): CompiledOperation => ({
  id,
  method: 'GET',
  path: `${SAMPLES}/${id}`,
  parameters: {},
  reply: 'record',
  changes: [],
  permissions: [],
  ...more,
});

const rows = operation('rows', {
  reply: 'page',
  key: ['id'],
  parameters: {
    page: { in: 'query' },
    count: { in: 'query' },
    order: { in: 'query' },
    filter: { in: 'query', json: true },
  },
});
const save = operation('save', { method: 'POST', body: ['value'] });
const words = operation('words', { reply: 'list' });
const one = operation('one', { key: ['id'] });
/** A point without cameras: a picture is no part of the samples. */
const visitPointCameras = operation('visitPointCameras', { reply: 'list' });

export const screenOf = (view: CompiledView, more: Partial<CompiledScreen> = {}): CompiledScreen => ({
  language: 1,
  id: 'sample',
  file: 'stories/parts/screens.ts',
  title: { const: 'Sample' },
  input: {},
  query: {},
  state: {},
  records: {},
  on: [],
  view,
  buttons: [],
  operations: { rows, one, save, words, visitPointCameras },
  dictionaries: { words: { id: 'words', operation: 'words', value: 'name', label: 'caption' } },
  entities: {
    thing: {
      name: 'thing',
      key: 'id',
      label: 'name',
      get: 'rows',
      parameter: 'id',
      list: 'rows',
      dialog: 'sample',
    },
  },
  schemas: { Sample: { type: 'object', properties: { value: { type: ['string', 'null'] } } } },
  uses: { cells: [], fields: [], pickers: [], widgets: [], filters: [] },
  needsEvaluator: true,
  ...more,
});

export const column = (id: string, content: CompiledColumn['content'][number]['do']): CompiledColumn => ({
  id,
  label: { const: id },
  content: [{ do: content }],
  align: 'start',
});

export const tableOf = (more: Partial<CompiledTable> = {}): CompiledTable => ({
  type: 'table',
  at: '/view',
  source: { operation: 'rows', with: {}, live: [] },
  key: ['id'],
  filters: [],
  columns: [column('name', { cell: 'text', options: {}, paths: [['name']] })],
  pageSize: 10,
  paging: 'server',
  select: { const: 'none' },
  onRow: [],
  rowActions: [],
  toolbar: [],
  bulk: [],
  namespace: '',
  ...more,
});

/** Rows of the sample list. */
export type SampleRows = { id: string; name: string; value?: unknown; children?: SampleRows }[];

const WORDS = ['ACTIVE', 'BLOCKED', 'EXPIRED'].map((name, i) => ({
  name,
  caption: ['Active', 'Blocked', 'Expired'][i]!,
}));

/** Answers what samples ask. */
export function samplesAnswer(path: string, list: SampleRows): unknown {
  if (path === words.path) return WORDS;
  if (path === visitPointCameras.path) return [];
  if (path === rows.path) return { list, size: list.length };
  return { id: 'one', name: 'One', value: null };
}
