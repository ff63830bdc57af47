/** OpenAPI files written by others: 3.0's `nullable`, `allOf`, servers, bodies by reference, defaults of a file. */
import { describe, expect, it } from 'vitest';
import { apiShape } from '../../engine/build/project.ts';
import { readApi } from '../../engine/language/api.ts';

const ok = (schema: object) => ({
  200: { description: 'OK', content: { 'application/xml': { schema }, 'application/json': { schema } } },
});
const thing = { $ref: '#/components/schemas/Thing' };

function read(more: object = {}, paths: object = {}) {
  const doc = {
    openapi: '3.0.0',
    'x-permissions': ['USE'],
    'x-scope': 'public',
    paths: { '/things': { get: { operationId: 'things', responses: ok(thing) } }, ...paths },
    components: {
      schemas: {
        Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        Thing: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string', nullable: true, enum: ['A'] } },
            },
          ],
          description: 'A thing',
        },
        Tree: {
          allOf: [{ $ref: '#/components/schemas/Tree' }],
          type: 'object',
          properties: { up: { nullable: true, allOf: [thing] } },
        },
      },
      requestBodies: { Thing: { content: { 'application/json': { schema: thing } } } },
    },
    ...more,
  };
  return readApi([{ file: 'schemas/api/things.json', text: JSON.stringify(doc) }], apiShape());
}

describe('an API file written by others', () => {
  it('has addresses below the path of its first server', () => {
    const path = (url: string, variables?: object) =>
      read({ servers: [{ url, ...(variables ? { variables } : {}) }] }).api.operations.get('things')!.path;
    expect(path('https://shop.example/v2/')).toBe('/v2/things');
    expect(path('/api')).toBe('/api/things');
    expect(
      path('https://{host}/{base}', { host: { default: 'shop.example' }, base: { default: 'v3' } }),
    ).toBe('/v3/things');
    expect(read().api.operations.get('things')!.path).toBe('/things');
  });

  it('composes a schema by allOf, recursively too', () => {
    const { api, diagnostics } = read();
    expect(diagnostics).toEqual([]);
    expect(api.schemas.Thing).toEqual({
      type: 'object',
      description: 'A thing',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: ['string', 'null'], enum: ['A', null] } },
    });
    expect(api.schemas.Tree!.properties!.up).toMatchObject({ anyOf: [{ type: 'object' }, { type: 'null' }] });
  });

  it('is closed when it says so', () => {
    const { api } = read({ 'x-closed': true });
    expect(api.schemas.Base!.additionalProperties).toBe(false);
    expect(read().api.schemas.Base!.additionalProperties).toBeUndefined();
  });

  it('declares once who may call; an operation may override that', () => {
    const own = { operationId: 'own', 'x-permissions': [], 'x-scope': 'session' };
    const { api } = read({}, { '/own': { get: own } });
    expect(api.operations.get('things')).toMatchObject({ permissions: ['USE'], scope: 'public' });
    expect(api.operations.get('own')).toMatchObject({ permissions: [], scope: 'session' });
    const { diagnostics } = read({ 'x-permissions': undefined });
    expect(diagnostics).toMatchObject([{ code: 'missing-property', received: 'x-permissions' }]);
  });

  it('accepts a body by reference, JSON of several media types, and reports a body that no screen can send', () => {
    const form = { content: { 'application/x-www-form-urlencoded': { schema: thing } } };
    const { api } = read(
      {},
      {
        '/save': { post: { operationId: 'save', requestBody: { $ref: '#/components/requestBodies/Thing' } } },
        '/form': { post: { operationId: 'form', requestBody: form } },
      },
    );
    expect(api.operations.get('things')).toMatchObject({ replyType: 'application/json' });
    expect(api.operations.get('save')).toMatchObject({ body: thing, bodyType: 'application/json' });
    expect(api.operations.get('form')).toMatchObject({ otherBody: 'application/x-www-form-urlencoded' });
    expect(api.operations.get('form')!.body).toBeUndefined();
  });
});
