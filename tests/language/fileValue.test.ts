/** Values that refer to stored files: what the checker makes of `x-file`, and what it reports. */
import { expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import { compileProject } from '../../engine/language/project.ts';
import { getAt, setAt } from '../../engine/views/form/paths.ts';

type Json = Record<string, unknown>;

const access = { 'x-permissions': ['READ'], 'x-scope': 'instance' };
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
const SCAN = {
  type: 'object',
  additionalProperties: false,
  'x-key': ['id'],
  'x-file': { upload: 'scanSend', content: 'scanRead', key: 'scanId', name: 'name' },
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

const SEND = {
  ...access,
  operationId: 'scanSend',
  parameters: ['entity', 'field'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
  requestBody: {
    content: {
      'multipart/form-data': {
        schema: { type: 'object', additionalProperties: false, properties: { file: bytes } },
      },
    },
  },
  responses: {
    200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Scan' } } } },
  },
};
const READ = {
  ...access,
  operationId: 'scanRead',
  parameters: [{ name: 'scanId', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: { content: { 'application/octet-stream': { schema: bytes } } } },
};

/** The sample with books that have scans. */
function compiled({ content = 'scanRead', widget }: { content?: string; widget?: string } = {}) {
  const files = sampleProject();
  const put = (object: Json, path: string[], value: unknown) => setAt(object, path, value) as Json;
  const scans = { type: 'array', items: { $ref: '#/components/schemas/Scan' } };
  const scan = { ...SCAN, 'x-file': { ...SCAN['x-file'], content } };
  let api = JSON.parse(files.api[0]!.text) as Json;
  api = put(api, ['components', 'schemas', 'Scan'], scan);
  for (const name of ['Book', 'BookSave'])
    api = put(api, ['components', 'schemas', name, 'properties', 'scans'], scans);
  api = put(api, ['paths', '/api/scan'], { post: SEND });
  api = put(api, ['paths', '/api/scan/{scanId}'], { get: READ });
  const at = files.screens.findIndex(({ file }) => file.endsWith('book.info.screen.json'));
  let screen = JSON.parse(files.screens[at]!.text) as Json;
  const layout = getAt(screen, ['view', 'layout']) as unknown[];
  const field = { field: 'scans', label: 'book.title', ...(widget && { widget }) };
  screen = put(screen, ['view', 'layout'], [...layout, field]);
  files.api[0] = { ...files.api[0]!, text: JSON.stringify(api, null, 2) };
  files.screens[at] = { ...files.screens[at]!, text: JSON.stringify(screen, null, 2) };
  return compileProject(files);
}

it('a list of files is a field that knows the purpose of its uploads', () => {
  const { diagnostics, screens } = compiled();
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const screen = screens.get('book.info')!;
  const layout = getAt(screen.view, ['layout']) as unknown[];
  expect(layout.at(-1)).toMatchObject({
    widget: 'file',
    file: {
      property: 'id',
      key: 'scanId',
      content: 'scanRead',
      upload: 'scanSend',
      uploadWith: { entity: 'book', field: 'scans' },
    },
  });
  expect(screen.operations.scanSend).toMatchObject({ multipart: true, body: ['file'] });
  expect(screen.operations.scanRead).toMatchObject({ reply: 'file' });
});

it('another field cannot show them', () => {
  const { diagnostics } = compiled({ widget: 'tags' });
  expect(diagnostics.map((d) => d.code)).toContain('widget-value');
});

it('a missing operation is reported', () => {
  const { diagnostics } = compiled({ content: 'scanRaed' });
  expect(diagnostics.map(formatDiagnostic).join('\n')).toContain('did you mean “scanRead”?');
});
