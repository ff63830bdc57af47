/** Operations and schemas of the specimen screens: one of each kind that the grammar can name. */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ 200: { description: 'OK', ...json(schema) } });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required = Object.keys(properties), more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
  ...more,
});

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const INTEGER = { type: 'integer' };
const BOOLEAN = { type: 'boolean' };
const DATE = { type: 'string', format: 'date' };
const ID = { type: 'string', format: 'uuid' };
const ITEM_ID = { ...ID, 'x-ref': 'item' };
const MODE = { type: 'string', enum: ['A', 'B'] };

const inPath = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: ID }));
const inQuery = (values: Record<string, object>, required = false) =>
  Object.entries(values).map(([name, schema]) => ({ name, in: 'query', required, schema }));
const gated = (id: string, more: object) => ({
  operationId: id,
  'x-permissions': [],
  'x-scope': 'session',
  ...more,
});

const FILTERS = {
  query: STRING,
  day: DATE,
  hour: STRING,
  begin: DATE,
  end: DATE,
  modes: list(MODE),
  mode: MODE,
  kind: MODE,
  owner: ITEM_ID,
  owners: list(ITEM_ID),
  on: BOOLEAN,
  shown: BOOLEAN,
  remark: STRING,
  note: STRING,
};
const ITEM = {
  id: ID,
  version: INTEGER,
  name: STRING,
  count: INTEGER,
  mode: MODE,
  day: DATE,
  begin: DATE,
  until: DATE,
};
const SAVE = { ...ITEM, notes: list(ref('Note')), genre: { type: 'string', 'x-dictionary': 'genres' } };
const body = (schema: object) => ({ required: true, ...json(schema) });
const page = (name: string) => object({ list: list(ref(name)), size: INTEGER });

const change = (id: string, properties: object, more: object = {}) => ({
  post: gated(id, {
    'x-changes': ['itemGet'],
    requestBody: body(object(properties)),
    responses: ok(ref('Item')),
    ...more,
  }),
});
const read = (id: string, schema: object, more: object = {}) => ({
  get: gated(id, { responses: ok(schema), ...more }),
});

export const API = {
  openapi: '3.1.0',
  info: { title: 'Specimens', version: '0.13.0' },
  'x-entities': { item: { schema: 'Item', key: 'id', label: 'name', get: 'itemGet', list: 'itemPaging' } },
  'x-resources': {
    part: {
      title: 'part',
      path: '/api/part',
      key: 'partId',
      permissions: [],
      scope: 'session',
      record: 'Item',
      save: 'ItemSave',
    },
  },
  paths: {
    '/api/item/paging': read('itemPaging', page('Item'), {
      'x-sort': ['name', 'count'],
      'x-live': [{ broadcast: 'item', index: 'owner' }],
      parameters: inQuery(FILTERS),
    }),
    '/api/item/none': read('itemNone', list(ref('Item'))),
    '/api/item/list': read('itemList', list(ref('Item')), { 'x-scope': 'public' }),
    '/api/item/{itemId}': read('itemGet', ref('Item'), {
      parameters: inPath('itemId'),
      'x-live': [{ broadcast: 'item', index: 'itemId' }],
    }),
    '/api/item/save': change('itemSave', {}, { requestBody: body(ref('ItemSave')) }),
    '/api/item/add': change('itemAdd', {}, { requestBody: body(ref('ItemSave')) }),
    '/api/item/do': change('itemDo', { itemId: ID }),
    '/api/item/refuse': change('itemRefuse', { itemId: ID, reason: STRING }),
    '/api/item/sort': change('itemSort', { ids: list(ID) }),
    '/api/item/file/{itemId}': {
      get: gated('itemFile', {
        parameters: inPath('itemId'),
        responses: {
          200: {
            description: 'OK',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      }),
    },
    '/api/item/upload': {
      post: gated('itemUpload', {
        'x-changes': ['itemGet'],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: object({ itemId: ID, file: { type: 'string', format: 'binary' } }),
            },
          },
        },
        responses: ok(ref('Item')),
      }),
    },
    '/api/item/moves': read('itemMoves', list(object({ code: STRING, caption: STRING })), {
      parameters: inQuery({ itemId: ID }, true),
    }),
    '/api/item/columns': read('itemColumns', object({ columns: list({ type: 'object' }) }), {
      parameters: inQuery({ mode: STRING }),
    }),
    '/api/item/form': read(
      'itemForm',
      object({ form: { type: 'object', additionalProperties: true, description: 'A form' } }),
      { parameters: inQuery({ mode: STRING }) },
    ),
    '/api/node/tree': read('nodeTree', list(ref('Node')), { parameters: inQuery({ mode: STRING }) }),
    '/api/node/children/{nodeId}': read('nodeChildren', list(ref('Node')), { parameters: inPath('nodeId') }),
    '/api/node/move': change('nodeMove', { nodeId: ID, parentId: { type: ['string', 'null'] } }),
  },
  components: {
    schemas: {
      Item: object(ITEM, undefined, { 'x-key': ['id'] }),
      ItemSave: object(SAVE, ['name', 'count']),
      Note: object({ text: STRING, weight: NUMBER }),
      Node: object(
        { id: ID, name: STRING, kind: MODE, nodes: { type: ['array', 'null'], items: ref('Node') } },
        undefined,
        { 'x-key': ['id'] },
      ),
    },
  },
};
