/** Building blocks of samples: a screen and a table in compiled form, and the replies that replace a server. */
import type {
  CompiledColumn,
  CompiledOperation,
  CompiledScreen,
  CompiledTable,
  CompiledView,
} from '../../engine/app/preview.tsx';

/** Path prefix of the samples' requests: see `answerSample`. */
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
const visitPointCameras = operation('visitPointCameras', { reply: 'list' });
const cameraPicture = operation('cameraPicture', { reply: 'file' });
const mapInfo = operation('mapInfo', {});
const reportDraftNames = operation('reportDraftNames', { reply: 'list' });
const reportQueryCheck = operation('reportQueryCheck', { method: 'POST' });

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
  operations: {
    rows,
    one,
    save,
    words,
    visitPointCameras,
    cameraPicture,
    mapInfo,
    reportDraftNames,
    reportQueryCheck,
  },
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
  viewReads: ['views'],
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

/** A sample's own replies by operation: a text is a picture (SVG). */
export type SampleAnswers = Record<string, unknown>;

/** Maps of samples have only a plain base map. */
const MAP = { mapCenter: { latitude: 55.75, longitude: 37.61 }, pickedMark: null, styleUrl: null };

/** Answers the requests of samples. */
export function answerSample(path: string, list: SampleRows, answers: SampleAnswers = {}): Response {
  const own = answers[path.slice(SAMPLES.length + 1)];
  if (typeof own === 'string') return new Response(own, { headers: { 'Content-Type': 'image/svg+xml' } });
  if (own !== undefined) return Response.json(own);
  if (path === words.path) return Response.json(WORDS);
  if (path === rows.path) return Response.json({ list, size: list.length });
  if (path === mapInfo.path) return Response.json(MAP);
  if (path === reportDraftNames.path) return Response.json([]);
  if (path === reportQueryCheck.path) return Response.json({ faults: [] });
  if (path === one.path) return Response.json({ id: 'one', name: 'One', value: null });
  return Response.json(REFUSAL, { status: 400, headers: { 'Content-Type': 'application/problem+json' } });
}

/** Every save is refused: samples store nothing, and the story shows how a field shows the error. */
const REFUSAL = {
  status: 400,
  code: 'validation',
  message: 'Refused',
  details: { errors: [{ field: 'value', code: 'refused', message: 'The server does not take this value' }] },
};
