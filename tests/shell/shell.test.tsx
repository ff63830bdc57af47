// @vitest-environment jsdom
/** The shell of a whole product: guard, sign-in, menu, errors, connection, as a reader meets them. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { session } from '../../engine/access/session.ts';
import { connection } from '../../engine/data/connection.ts';
import { toast } from '../../engine/data/toasts.ts';
import { goTo } from '../../engine/routing/place.ts';
import { confirm } from '../../engine/ui/confirmStore.ts';
import en from '../../locales/en/engine-shell.json';
import { fillJsdom } from '../jsdom.ts';
import { leaveLibrary, visit } from './library.tsx';
import { spec } from '../spec/spec.ts';

beforeAll(fillJsdom);
afterEach(leaveLibrary);

const path = () => window.location.pathname + window.location.search;

describe('the guard', () => {
  it('leads nobody to the sign-in page with the way back, and says why', async () => {
    spec('B-043', 'B-044');
    await visit('/shelf?p=2', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy();
    expect(path()).toBe('/door?path=%2Fshelf%3Fp%3D2');
    expect(screen.getByText(en['errorMessages.401'])).toBeTruthy();
  });

  it('leads back after the sign-in, and what it said is gone', async () => {
    await visit('/shelf?p=2', { signedIn: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Enter' }));
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    expect(path()).toBe('/shelf?p=2');
    expect(screen.queryByText(en['errorMessages.401'])).toBeNull();
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'does not lead to %s after the sign-in',
    async (evil) => {
      await visit(`/door?path=${encodeURIComponent(evil)}`);
      expect(await screen.findByText('This is shelf')).toBeTruthy();
      expect(path()).toBe('/shelf');
    },
  );

  it.each([
    ['a missing permission', '/vault', {}],
    ['the wrong instance', '/atlas', { instanceType: 'VILLAGE' }],
  ])('tells of %s', async (_, address, server) => {
    spec('B-045', 'B-046', 'B-047');
    await visit(address, server);
    expect(await screen.findByText('This is oops')).toBeTruthy();
    expect(path()).toBe('/oops/403');
    expect(screen.getByText(en['errorMessages.403'])).toBeTruthy();
    expect(screen.getByRole('link', { name: en['engine.home'] })).toBeTruthy();
  });

  it.each([
    ['lets in who was granted the right since the last visit', ['KEEP'], 'vault', '/vault'],
    ['refuses who has it neither then nor now', ['READ'], 'oops', '/oops/403'],
  ])('%s', async (_, permissions, shown, at) => {
    localStorage.setItem('user', JSON.stringify({ login: 'anna', permissions: [] }));
    const system = { instanceName: 'City library', instanceType: 'CITY' };
    localStorage.setItem('facts', JSON.stringify({ login: 'anna', system, properties: {} }));
    await visit('/vault', { permissions });
    expect(await screen.findByText(`This is ${shown}`)).toBeTruthy();
    expect(path()).toBe(at);
    expect(screen.queryAllByText(en['errorMessages.403'])).toHaveLength(shown === 'oops' ? 1 : 0);
  });

  it('leads an unknown address to 404', async () => {
    spec('B-028');
    await visit('/nowhere');
    expect(await screen.findByText('This is oops')).toBeTruthy();
    expect(path()).toBe('/oops/404');
  });

  it('leads the start page to the first home that is theirs', async () => {
    await visit('/', { permissions: [] });
    expect(await screen.findByText('This is desk')).toBeTruthy();
  });

  it('leads who enters a page by right of a child to the first tab that is theirs', async () => {
    await visit('/book/7', { permissions: ['NOTE'] });
    await vi.waitFor(() => expect(path()).toBe('/book/7/notes'));
  });

  it('leads to a tab without a route only who asks for it by name', async () => {
    await visit('/book/7?tab=chart', { permissions: ['EDIT', 'LOAN'] });
    await screen.findByRole('main');
    expect(path()).toBe('/book/7?tab=chart');
    await act(async () => goTo('/book/7?tab=none'));
    await vi.waitFor(() => expect(path()).toBe('/book/7/loans'));
  });

  it('leads an expired session to the sign-in page with the way back', async () => {
    spec('B-235');
    await visit('/shelf');
    await screen.findByText('This is shelf');
    await act(async () => session.set({ status: 'out', properties: {}, expired: true }));
    await screen.findByRole('button', { name: 'Enter' });
    expect(path()).toBe('/door?path=%2Fshelf');
  });
});

describe('signing out', () => {
  it('leads to the sign-in page without a word', async () => {
    await visit('/shelf');
    await userEvent.click(await screen.findByRole('button', { name: /Reader Anna/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: en['engine.signOut'] }));
    await screen.findByRole('button', { name: 'Enter' });
    expect(path()).toBe('/door');
    expect(screen.queryByText(en['errorMessages.401'])).toBeNull();
  });
});

describe('the menu', () => {
  const menu = async () => within(await screen.findByRole('navigation', { name: en['engine.menu'] }));

  it('has what the account may enter, in groups that are not empty, each in its order', async () => {
    await visit('/shelf', { permissions: ['READ'] });
    const items = (await menu()).getAllByRole('link').map((link) => link.textContent);
    expect((await menu()).getAllByRole('heading').map((h) => h.textContent)).toEqual([
      'group.books',
      'group.staff',
    ]);
    expect(items).toEqual(['atlas', 'shelf', 'desk']);
  });

  it('marks the entry above the present page and follows a click without a load', async () => {
    await visit('/book/7/notes', { permissions: ['READ', 'NOTE'] });
    const current = (await menu()).getByRole('link', { current: 'page' });
    expect(current.textContent).toBe('shelf');
    await userEvent.click((await menu()).getByRole('link', { name: 'desk' }));
    expect(await screen.findByText('This is desk')).toBeTruthy();
    await vi.waitFor(() => expect(document.title).toBe('desk — City library'));
  });

  it('links to elsewhere only by an address of the web', async () => {
    await visit('/desk', { oldUrl: 'https://old.example/' });
    expect((await menu()).getByRole('link', { name: 'old' }).getAttribute('href')).toBe(
      'https://old.example/',
    );
    leaveLibrary();
    await visit('/desk', { oldUrl: 'javascript:alert(1)' });
    expect((await menu()).queryByRole('link', { name: 'old' })).toBeNull();
  });
});

describe('what goes wrong', () => {
  it('in a view names file and place, and the shell lives', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await visit('/broken');
    expect((await screen.findByRole('alert')).textContent).toContain('screens/broken.screen.json');
    expect(screen.getByRole('navigation', { name: en['engine.menu'] })).toBeTruthy();
    log.mockRestore();
  });

  it('with the code of a screen can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await visit('/shelf', { missing: ['shelf'] });
    await screen.findByText(en['engine.screen.failed']);
    server.missing = [];
    await userEvent.click(screen.getByRole('button', { name: en['engine.retry'] }));
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    log.mockRestore();
  });

  it('with the connection covers the page until it is back', async () => {
    spec('B-034', 'B-218', 'B-219', 'B-220', 'B-221', 'B-222', 'S-029');
    await visit('/desk');
    await screen.findByText('This is desk');
    act(() => connection.set({ lost: true, failures: 3, lastSuccess: new Date(2026, 0, 1, 9, 8, 7) }));
    const overlay = screen.getByRole('alertdialog', { name: en['engine.connection.title'] });
    expect(overlay.textContent).toContain('09:08:07');
    expect(within(overlay).getByText('3')).toBeTruthy();
    const refresh = within(overlay).getByRole('button', { name: en['engine.connection.refresh'] });
    expect(document.activeElement).toBe(refresh);
    act(() => connection.set({ lost: false, failures: 0 }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('messages', () => {
  it('are read aloud, stand beside the app and can be dismissed', async () => {
    spec('B-033', 'B-153');
    await visit('/desk');
    await screen.findByText('This is desk');
    act(() => void toast({ type: 'success', text: 'Saved', unremovable: true }));
    const shown = screen.getByText('Saved');
    expect(shown.closest('[aria-live]')?.parentElement).toBe(document.body);
    await userEvent.click(screen.getByRole('button', { name: en['engine.close'] }));
    expect(screen.queryByText('Saved')).toBeNull();
  });
});

describe('another page', () => {
  it('takes the focus to its beginning', async () => {
    await visit('/shelf');
    await screen.findByText('This is shelf');
    await act(async () => goTo('/desk'));
    await screen.findByText('This is desk');
    expect(document.activeElement?.id).toBe('content');
  });
});

describe('the keys', () => {
  it('Ctrl+K goes to what is named by a few letters, and searches a list for them', async () => {
    await visit('/desk');
    await screen.findByText('This is desk');
    await userEvent.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: en['engine.palette.hint'] });
    const options = () => screen.getAllByRole('option').map((option) => option.textContent);
    await userEvent.type(box, 'at');
    await vi.waitFor(() => expect(options()).toHaveLength(2));
    expect(options()[0]).toContain('atlas');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    expect(path()).toBe('/shelf?f.query=at');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('? tells the keys, but is a letter where one types', async () => {
    await visit('/desk');
    await screen.findByText('This is desk');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), '?');
    expect(screen.queryByText(en['engine.keys.title'])).toBeNull();
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await userEvent.keyboard('?');
    expect(await screen.findByText(en['engine.keys.title'])).toBeTruthy();
  });

  it('Ctrl and the wheel do not zoom the page under a question', async () => {
    await visit('/desk');
    await screen.findByText('This is desk');
    const wheel = () => {
      const event = new WheelEvent('wheel', { ctrlKey: true, cancelable: true, bubbles: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(wheel()).toBe(false);
    void confirm({ message: 'Sure?' });
    await screen.findByRole('alertdialog');
    expect(wheel()).toBe(true);
  });
});

describe('the menu', () => {
  it('begins as the reader left it', async () => {
    await visit('/desk');
    await userEvent.click(await screen.findByRole('button', { name: en['engine.menu.collapse'] }));
    const kept = localStorage.getItem('menu');
    leaveLibrary();
    localStorage.setItem('menu', kept!);
    await visit('/desk');
    expect(await screen.findByRole('button', { name: en['engine.menu.expand'] })).toBeTruthy();
  });
});
