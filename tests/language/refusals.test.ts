/** Every operation lists the problems that it can return; they are derived, not written by hand. */
import { expect, it } from 'vitest';
import { operationsOf } from '../../engine/language/expand.ts';
import type { OpenApiFile, OpenApiOperation } from '../../engine/language/openapi.ts';

const body = { content: { 'application/json': { schema: { type: 'object' as const } } } };
const operation = (scope: 'public' | 'instance', rest: Partial<OpenApiOperation> = {}) =>
  ({
    operationId: 'one',
    summary: 'One',
    'x-permissions': [],
    'x-scope': scope,
    responses: { '200': { description: 'OK' } },
    ...rest,
  }) as OpenApiOperation;

const ALWAYS = ['400', '405', '408', '503'];
const cases: [string, 'get' | 'post' | 'delete', string, OpenApiOperation, string[]][] = [
  ['a list', 'get', '/a', operation('instance'), ['401', '403']],
  ['a record', 'get', '/a/{id}', operation('instance'), ['401', '403', '404']],
  [
    'a save',
    'post',
    '/a',
    operation('instance', { requestBody: body }),
    ['401', '403', '404', '409', '412', '413', '422'],
  ],
  ['a deletion', 'delete', '/a/{id}', operation('instance'), ['401', '403', '404', '409', '412']],
  ['a public question', 'get', '/a', operation('public'), []],
  ['a public form', 'post', '/a', operation('public', { requestBody: body }), ['403', '404', '413']],
];

it.each(cases)('%s', (_name, method, path, given, codes) => {
  const file = { paths: { [path]: { [method]: given } } } as unknown as Partial<OpenApiFile>;
  const { responses = {} } = operationsOf(file)[0]!.operation;
  expect(Object.keys(responses).filter((code) => code !== '200')).toEqual([...ALWAYS, ...codes].toSorted());
  expect(responses['503']).toEqual({ $ref: '#/components/responses/Problem' });
});
