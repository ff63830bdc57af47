import { expect, it } from 'vitest';
import type { ScreenEntry } from '../../engine/language/compiled.ts';
import { markedAt, type MenuGroup } from '../../engine/routing/menu.ts';
import type { RoutePlace } from '../../engine/routing/place.ts';

const entry = (id: string, parent?: string) => ({ id, ...(parent ? { parent } : {}) }) as ScreenEntry;
const entries = [entry('list'), entry('card', 'list'), entry('other')];
const item = (screen: string, href: string) => ({ screen, href, label: { key: 'x' }, order: 0 });
const groups: MenuGroup[] = [
  { id: 'a', label: 'a', items: [item('list', '/in'), item('list', '/in/own'), item('other', '/other')] },
];
const at = (id: string, path: string) =>
  [
    ...markedAt(
      { entry: entries.find((one) => one.id === id)!, route: { path }, params: {} } as unknown as RoutePlace,
      groups,
      entries,
    ),
  ].join();

it('the menu marks only the entry of the current address when a screen has several', () => {
  expect(at('list', '/in')).toBe('/in');
  expect(at('list', '/in/own')).toBe('/in/own');
  expect(at('list', '/in/own/:id')).toBe('/in/own');
  expect(at('list', '/inner')).toBe('/in');
  expect(at('card', '/in/own/card/:id')).toBe('/in/own');
  expect(at('card', '/card/:id')).toBe('/in');
  expect(at('other', '/other')).toBe('/other');
  expect(markedAt(undefined, groups, entries).size).toBe(0);
});
