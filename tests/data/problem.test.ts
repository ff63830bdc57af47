// @vitest-environment happy-dom
/** Error messages for failed calls (calls, section 8). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiProblem, type Problems } from '../../engine/data/problem.ts';
import shell from '../../locales/en/engine-shell.json';
import customers from '../../locales/en/customers.json';
import { renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

const en = { ...shell, ...customers };

let problems: Problems;
beforeAll(async () => {
  const engine = renewEngine({ locales: { en: async () => en } });
  await engine.i18n.start();
  ({ problems } = engine);
});

function reply(status: number, body: unknown, type = 'application/problem+json'): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': type } });
}

describe('a problem document', () => {
  it('is shown unchanged', async () => {
    const details = { errors: [{ field: 'name', code: 'duplicate', message: 'Taken' }] };
    const problem = await problems.ofResponse(
      reply(400, { status: 400, code: 'validation', message: 'Check the fields', details }),
    );
    expect(problem).toMatchObject({ status: 400, code: 'validation', message: 'Check the fields', details });
  });

  it('keeps its own text: a wrong password is not a missing sign-in', async () => {
    const problem = await problems.ofResponse(
      reply(401, { code: 'credentials', message: 'Wrong login or password (401)' }),
    );
    expect(problem.message).toBe('Wrong login or password (401)');
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [403, 'instanceType'],
    [500, 'internal'],
    [503, 'unavailable'],
  ])('of status %i and code %s has the text of the catalogue', async (status, code) => {
    const problem = await problems.ofResponse(reply(status, { code, message: 'said by the server' }));
    expect(problem.message).toBe(en[`errorMessages.${status}` as keyof typeof en]);
  });
});

describe('another reply', () => {
  it.each([
    ['SQL state 42P01', 'errorMessages.sql'],
    ['Request failed with 401', 'errorMessages.401'],
    ['got 403 from upstream', 'errorMessages.403'],
    ['404 page', 'errorMessages.404'],
  ] as const)('"%s" is replaced by %s', async (message, key) => {
    spec('M-005');
    expect((await problems.ofResponse(reply(400, { message }, 'application/json'))).message).toBe(en[key]);
    expect(en['errorMessages.sql']).toBe('Database session error');
  });

  it('without a text has that of its status; a status without a text that of 500', async () => {
    expect((await problems.ofResponse(reply(404, '<html>', 'text/html'))).message).toBe(
      en['errorMessages.404'],
    );
    expect((await problems.ofResponse(reply(418, '', 'text/plain'))).message).toBe(en['errorMessages.500']);
    expect((await problems.ofResponse(reply(502, '{broken', 'application/json'))).status).toBe(502);
  });
});

describe('no reply', () => {
  it('is status 503', () => {
    expect(problems.of(new TypeError('Failed to fetch'))).toMatchObject({
      status: 503,
      message: en['errorMessages.503'],
    });
  });
});

it("begins with the operation's name from the API file, before any text of the operation", () => {
  const failed = { operation: 'customerSave', failure: 'errorMessages.customer.create' };
  const tried = (facts: object) =>
    problems.tried(Object.assign(new ApiProblem(409, 'conflict', 'Taken'), facts));
  expect(tried(failed)).toBe(en['errorMessages.customer.create']);
  expect(tried({ operation: 'nobody' })).toBeUndefined();
});

it('a reply that cannot be parsed says so', async () => {
  spec('M-049');
  const broken = () => reply(200, '{broken').json();
  expect(problems.of(await broken().catch((error: unknown) => error))).toMatchObject({
    code: 'unreadable',
    message: en['errorMessages.parsing'],
  });
});
