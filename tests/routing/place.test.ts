// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ScreenEntry } from '../../engine/language/compiled.ts';
import { ancestors, createAddresses, safePath } from '../../engine/routing/place.ts';

function entry(id: string, parent: string | undefined, ...paths: string[]): ScreenEntry {
  return {
    id,
    ...(parent ? { parent } : {}),
    file: '',
    area: '',
    title: { key: id },
    routes: paths.map((path) => ({ path, access: [], instanceTypes: [], input: {}, title: { key: id } })),
    public: false,
    dialog: false,
    records: false,
    view: 'table',
  };
}
const entries = [
  entry('list', undefined, '/list'),
  entry('card', 'list', '/list/:id'),
  entry('form', 'card', '/list/:id/form/:formId'),
  entry('claims', undefined, '/claims', '/claims/:customerId'),
  entry('folder', undefined, '/folders', '/folders/:path*'),
];
const { hrefTo } = createAddresses(entries);

describe('the return path of a sign-in', () => {
  it.each(['/', '/list?p=2&f.q=a', '/list/1#top', '/a//b', '/list/%2F%2Fevil'])('%s is accepted', (path) =>
    expect(safePath(path)).toBe(path),
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/list\\..\\..',
    'https://evil.example/list',
    'javascript:alert(1)',
    'list',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000/list',
    '',
    null,
    undefined,
  ])('%j is rejected', (path) => expect(safePath(path)).toBeUndefined());

  it('cannot lead to another host', () => {
    for (const path of ['/.//evil.example', '/..//evil.example', '/list/../..//evil.example']) {
      const kept = safePath(path);
      expect(kept === undefined || new URL(kept, 'http://here').origin === 'http://here').toBe(true);
    }
  });
});

describe('the address of a screen', () => {
  it('has its parameters filled in and can have a query', () => {
    expect(hrefTo('form', { id: '1', formId: 'a b' })).toBe('/list/1/form/a%20b');
    expect(hrefTo('list', {}, { p: '2' })).toBe('/list?p=2');
  });

  it('is the route that uses most of the given parameters', () => {
    expect(hrefTo('claims', {})).toBe('/claims');
    expect(hrefTo('claims', { customerId: '7' })).toBe('/claims/7');
    expect(hrefTo('claims', { other: '7' })).toBe('/claims');
    expect(hrefTo('folder', { path: ['a', 'b'] })).toBe('/folders/a/b');
    expect(hrefTo('folder', { path: [] })).toBe('/folders');
  });

  it('throws without its parameters or for an unknown screen', () => {
    expect(() => hrefTo('card', {})).toThrow(/"card".*id/);
    expect(() => hrefTo('nowhere')).toThrow(/nowhere/);
  });

  it('accepts a list parameter, which is optional', () => {
    expect(hrefTo('folder', { path: ['1', '2'] })).toBe('/folders/1/2');
    expect(hrefTo('folder', {})).toBe('/folders');
  });
});

describe('the ancestors of a screen', () => {
  it('are ordered from the top down', () => {
    expect(ancestors(entries[2]!, entries).map(({ id }) => id)).toEqual(['list', 'card']);
  });

  it('end where a cycle would begin', () => {
    const circle = [entry('a', 'b', '/a'), entry('b', 'a', '/b')];
    expect(ancestors(circle[0]!, circle).length).toBeLessThanOrEqual(2);
  });
});
