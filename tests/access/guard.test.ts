/** The decision table of the guard (screens, sections 2 and 6). */
import { describe, expect, it } from 'vitest';
import { decide } from '../../engine/access/guard.ts';
import type { Session } from '../../engine/access/session.ts';
import type { CompiledRoute, ScreenEntry } from '../../engine/language/compiled.ts';
import { spec } from '../spec/spec.ts';

function route(access: string[] = [], instanceTypes: string[] = [], path = '/x'): CompiledRoute {
  return { path, access, instanceTypes, input: {}, title: { key: 'x' } };
}
function entry(id: string, own: CompiledRoute, more: Partial<ScreenEntry> = {}): ScreenEntry {
  return {
    id,
    file: `${id}.screen.json`,
    area: '',
    title: { key: id },
    routes: [own],
    public: false,
    dialog: false,
    records: false,
    view: 'table',
    ...more,
  };
}
function signedIn(permissions: string[], instanceType = 'A'): Session {
  return {
    status: 'in',
    account: { login: 'x', permissions },
    system: { instanceName: '', instanceType },
    properties: {},
    expired: false,
  };
}
const out: Session = { status: 'out', properties: {}, expired: false };

const cases: [what: string, own: CompiledRoute, session: Session, decision: string][] = [
  ['nobody on a page without requirement', route(), out, 'login'],
  ['nobody on a page with one', route(['P']), out, 'login'],
  ['anyone on a page without requirement', route(), signedIn([]), 'in'],
  ['no permission at all', route(['P']), signedIn([]), 'forbidden'],
  ['another permission', route(['P']), signedIn(['Q']), 'forbidden'],
  ['the one permission', route(['P']), signedIn(['P']), 'in'],
  ['any of several', route(['P', 'Q']), signedIn(['Q']), 'in'],
  ['the right instance', route([], ['A', 'B']), signedIn([]), 'in'],
  ['the wrong instance, permission or not', route(['P'], ['B']), signedIn(['P']), 'forbidden'],
  ['the right instance without the permission', route(['P'], ['A']), signedIn([]), 'forbidden'],
];

describe('the guard', () => {
  it.each(cases)('%s', (_, own, session, decision) => {
    spec('B-048', 'B-050', 'B-047');
    const page = entry('page', own);
    expect(decide(page, own, [page], session)).toBe(decision);
  });

  it('opens public pages to everyone', () => {
    const page = entry('page', route(['P']), { public: true });
    expect(decide(page, page.routes[0]!, [page], out)).toBe('in');
  });

  it('opens a page to an account with access to a child, but not to an unrelated page', () => {
    spec('B-049');
    const page = entry('page', route(['P']), { view: 'tabs' });
    const tab = entry('page.tab', route(['T']), { parent: 'page', tab: { order: 1, label: { key: 't' } } });
    const below = entry('page.form', route(['F'], [], '/x/form/:id'), { parent: 'page' });
    const stranger = entry('other', route(['S']));
    const all = [page, tab, below, stranger];
    const decisionFor = (permission: string) => decide(page, page.routes[0]!, all, signedIn([permission]));
    expect(['P', 'T', 'F', 'S'].map(decisionFor)).toEqual(['in', 'in', 'in', 'forbidden']);
  });

  it('does not open a list to an account with access to its card, though the card has the list as its parent', () => {
    const list = entry('list', route(['P'], [], '/cards'));
    const card = entry('card', route(['C'], [], '/cards/:id'), { parent: 'list' });
    expect(decide(list, list.routes[0]!, [list, card], signedIn(['C']))).toBe('forbidden');
  });

  it('does not open a child to an account with access to its page', () => {
    const page = entry('page', route(['P']), { view: 'tabs' });
    const tab = entry('page.tab', route(['T']), { parent: 'page', tab: { order: 1, label: { key: 't' } } });
    expect(decide(tab, tab.routes[0]!, [page, tab], signedIn(['P']))).toBe('forbidden');
  });
});
