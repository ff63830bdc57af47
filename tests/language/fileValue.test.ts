/** Values that stand for stored files: what the checker makes of `x-file`, and what it tells. */
import { expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import { compileProject } from '../../engine/language/project.ts';

type Json = Record<string, any>;

const said = { 'x-permissions': ['READ'], 'x-scope': 'instance' };
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
const SCAN = {
  type: 'object',
  additionalProperties: false,
  'x-key': ['id'],
  'x-file': { upload: 'scanSend', content: 'scanRead', key: 'scanId', name: 'name' },
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

/** The sample with books that have scans. */
function compiled(edit: (api: Json, form: Json) => void = () => undefined) {
  const files = sampleProject();
  const api = JSON.parse(files.api[0]!.text) as Json;
  const scans = { type: 'array', items: { $ref: '#/components/schemas/Scan' } };
  Object.assign(api.components.schemas, { Scan: SCAN });
  for (const name of ['Book', 'BookSave']) api.components.schemas[name].properties.scans = scans;
  Object.assign(api.paths, {
    '/api/scan': {
      post: {
        ...said,
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
      },
    },
    '/api/scan/{scanId}': {
      get: {
        ...said,
        operationId: 'scanRead',
        parameters: [{ name: 'scanId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/octet-stream': { schema: bytes } } } },
      },
    },
  });
  const at = files.screens.findIndex(({ file }) => file.endsWith('book.info.screen.json'));
  const screen = JSON.parse(files.screens[at]!.text) as Json;
  screen.view.layout.push({ field: 'scans', label: 'book.title' });
  edit(api, screen);
  files.api[0] = { ...files.api[0]!, text: JSON.stringify(api, null, 2) };
  files.screens[at] = { ...files.screens[at]!, text: JSON.stringify(screen, null, 2) };
  return compileProject(files);
}

it('a list of files is a field that knows what it sends them for', () => {
  const { diagnostics, screens } = compiled();
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const screen = screens.get('book.info')!;
  const layout = (screen.view as unknown as { layout: Json[] }).layout;
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
  const { diagnostics } = compiled((_, screen) => (screen.view.layout.at(-1).widget = 'tags'));
  expect(diagnostics.map((d) => d.code)).toContain('widget-value');
});

it('an operation that is not there is told', () => {
  const { diagnostics } = compiled((api) => (api.components.schemas.Scan['x-file'].content = 'scanRaed'));
  expect(diagnostics.map(formatDiagnostic).join('\n')).toContain('did you mean “scanRead”?');
});
