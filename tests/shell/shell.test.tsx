// @vitest-environment happy-dom
/** The shell of a whole product: guard, sign-in, menu, errors, connection, as a user sees them. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CompiledNotices } from '../../engine/language/compiled.ts';
import en from '../../locales/en/engine-shell.json';
import { engine } from '../engine.ts';
import { fillDom } from '../dom.ts';
import { notices } from '../../screens/app.json';
import { fakeSockets, lastSocket } from '../data/fakeSocket.ts';
import { app, entries, leaveLibrary, visit } from './library.tsx';
import { spec } from '../spec/spec.ts';

beforeAll(fillDom);
afterEach(leaveLibrary);

const path = () => window.location.pathname + window.location.search;

describe('the guard', () => {
  it('redirects a signed-out user to the sign-in page with the return address, and says why', async () => {
    spec('B-043', 'B-044');
    await visit('/shelf?p=2', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy();
    expect(path()).toBe('/door?path=%2Fshelf%3Fp%3D2');
    expect(screen.getByText(en['errorMessages.401'])).toBeTruthy();
  });

  it('returns there after the sign-in, and the message is removed', async () => {
    await visit('/shelf?p=2', { signedIn: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Enter' }));
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    expect(path()).toBe('/shelf?p=2');
    expect(screen.queryByText(en['errorMessages.401'])).toBeNull();
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'does not redirect to %s after the sign-in',
    async (evil) => {
      await visit(`/door?path=${encodeURIComponent(evil)}`);
      expect(await screen.findByText('This is shelf')).toBeTruthy();
      expect(path()).toBe('/shelf');
    },
  );

  it.each([
    ['a missing permission', '/vault', {}],
    ['the wrong instance', '/atlas', { instanceType: 'VILLAGE' }],
  ])('reports %s', async (_, address, server) => {
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

  it('redirects an unknown address to 404', async () => {
    spec('B-028');
    await visit('/nowhere');
    expect(await screen.findByText('This is oops')).toBeTruthy();
    expect(path()).toBe('/oops/404');
  });

  it('redirects the start page to the first home that the account may open, and a signed-out user to the sign-in page', async () => {
    spec('/', 'B-030', 'B-031');
    await visit('/', { permissions: [] });
    expect(await screen.findByText('This is desk')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: en['engine.menu'] })).toBeTruthy();
    leaveLibrary();
    await visit('/', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: en['engine.menu'] })).toBeNull();
  });

  it('redirects an account with access to a child only to the first tab that it may open', async () => {
    await visit('/book/7', { permissions: ['NOTE'] });
    await expect.poll(() => path()).toBe('/book/7/notes');
  });

  it('opens a tab without a route only when the address names it', async () => {
    await visit('/book/7?tab=chart', { permissions: ['EDIT', 'LOAN'] });
    await screen.findByRole('main');
    expect(path()).toBe('/book/7?tab=chart');
    await act(async () => engine.history.goTo('/book/7?tab=none'));
    await expect.poll(() => path()).toBe('/book/7/loans');
  });

  it('redirects an expired session to the sign-in page with the return address', async () => {
    spec('B-235');
    await visit('/shelf');
    await screen.findByText('This is shelf');
    await act(async () => engine.session.set({ status: 'out', properties: {}, expired: true }));
    await screen.findByRole('button', { name: 'Enter' });
    expect(path()).toBe('/door?path=%2Fshelf');
  });
});

describe('the start', () => {
  const bar = () => screen.findByRole('progressbar', { name: 'Please wait...' });

  it.each([
    ['who is there', '/renew'],
    ['the system', '/info'],
    ['the address of the former version', '/property/oldUrl'],
    ['the page', 'desk'],
  ])('covers the page with a progress bar while it waits for %s', async (_, held) => {
    spec('B-035', 'B-036', 'B-037', 'B-038', 'B-040', 'B-041', 'B-147', 'B-148');
    const server = await visit('/desk', { held: [held] });
    const cover = (await bar()).parentElement!;
    expect(server.paths).toContain('/publicInfo');
    if (held !== 'desk') {
      expect(cover.classList).toContain('inset-0');
      expect(cover.textContent).toBe('Please wait...');
    }
    expect(screen.queryByText('This is desk')).toBeNull();
    await server.letGo();
    expect(await screen.findByText('This is desk')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('and so while another page is loading', async () => {
    spec('B-039');
    const server = await visit('/desk');
    await screen.findByText('This is desk');
    server.held = ['shelf'];
    await act(async () => void engine.history.goTo('/shelf'));
    await bar();
    await server.letGo();
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('signing out', () => {
  it('opens the sign-in page without a message', async () => {
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

  it('has the entries that the account may open, in non-empty groups, each in its order', async () => {
    await visit('/shelf', { permissions: ['READ'] });
    const items = (await menu()).getAllByRole('link').map((link) => link.textContent);
    expect((await menu()).getAllByRole('heading').map((h) => h.textContent)).toEqual([
      'group.books',
      'group.staff',
    ]);
    expect(items).toEqual(['atlas', 'shelf', 'desk']);
  });

  it('marks the entry of the current page and follows a click without a page load', async () => {
    await visit('/book/7/notes', { permissions: ['READ', 'NOTE'] });
    const current = (await menu()).getByRole('link', { current: 'page' });
    expect(current.textContent).toBe('shelf');
    await userEvent.click((await menu()).getByRole('link', { name: 'desk' }));
    expect(await screen.findByText('This is desk')).toBeTruthy();
    await expect.poll(() => document.title).toBe('desk — City library');
  });

  it('has external links only with web addresses', async () => {
    await visit('/desk', { oldUrl: 'https://old.example/' });
    expect((await menu()).getByRole('link', { name: 'old' }).getAttribute('href')).toBe(
      'https://old.example/',
    );
    leaveLibrary();
    await visit('/desk', { oldUrl: 'javascript:alert(1)' });
    expect((await menu()).queryByRole('link', { name: 'old' })).toBeNull();
  });
});

describe('an error', () => {
  it('in a view names file and place, and the shell keeps working', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await visit('/broken');
    expect((await screen.findByRole('alert')).textContent).toContain('screens/broken.screen.json');
    expect(screen.getByRole('navigation', { name: en['engine.menu'] })).toBeTruthy();
    log.mockRestore();
  });

  it('in loading the code of a screen can be retried', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await visit('/shelf', { missing: ['shelf'] });
    await screen.findByText(en['engine.screen.failed']);
    server.missing = [];
    await userEvent.click(screen.getByRole('button', { name: en['engine.retry'] }));
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    log.mockRestore();
  });

  it('of the connection covers the page until it is back', async () => {
    spec('B-034', 'B-218', 'B-219', 'B-220', 'B-221', 'B-222', 'S-029');
    spec('M-047', 'M-062', 'M-063', 'M-064', 'M-065', 'C-017');
    await visit('/desk');
    await screen.findByText('This is desk');
    act(() => engine.connection.set({ lost: true, failures: 3, lastSuccess: new Date(2026, 0, 1, 9, 8, 7) }));
    const overlay = screen.getByRole('alertdialog', { name: en['engine.connection.title'] });
    const overlayText = overlay.textContent;
    expect(overlayText).toContain('The heartbeat failed.');
    expect(overlayText).toContain('Last success09:08:07');
    expect(overlayText).toContain('Failed reconnect attempts3');
    expect(overlay.classList).toContain('z-[9999]');
    const refresh = within(overlay).getByRole('button', { name: en['engine.connection.refresh'] });
    expect(document.activeElement).toBe(refresh);
    act(() => engine.connection.set({ lost: false, failures: 0 }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('messages', () => {
  it('are read aloud, are rendered outside the app and can be dismissed', async () => {
    spec('B-033', 'B-153');
    await visit('/desk');
    await screen.findByText('This is desk');
    act(() => void engine.toasts.show({ type: 'success', text: 'Saved', unremovable: true }));
    const shown = screen.getByText('Saved');
    expect(shown.closest('[aria-live]')?.parentElement).toBe(document.body);
    await userEvent.click(screen.getByRole('button', { name: en['engine.close'] }));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('are of five kinds, of which errors are announced immediately', async () => {
    spec('B-237');
    await visit('/desk');
    await screen.findByText('This is desk');
    const kinds = ['info', 'success', 'error', 'warning', 'plain'] as const;
    act(() => kinds.forEach((type) => engine.toasts.show({ type, text: `Told as ${type}` })));
    const looks = kinds.map((type) => {
      const card = screen.getByText(`Told as ${type}`).parentElement!.parentElement!;
      return [card.getAttribute('role'), card.firstElementChild!.className.replace('mt-1 ', '')];
    });
    expect(looks.slice(0, 4)).toEqual([
      ['status', 'text-info'],
      ['status', 'text-success'],
      ['alert', 'text-danger'],
      ['status', 'text-warning'],
    ]);
    expect(looks[4]![0]).toBe('status');
    expect(looks[4]![1]).not.toContain('text-');
  });
});

describe('rows from the live channel', () => {
  it('are shown as messages, each with its severity', async () => {
    spec('B-212', 'B-213', 'B-214', 'B-215', 'B-216', 'B-217', 'S-028');
    fakeSockets();
    const operation = { ...app.session.info!, id: 'notes', path: '/notes', method: 'GET' } as const;
    app.notices = {
      operation,
      broadcast: 'book',
      text: ['text'],
      kind: ['kind'],
      kinds: notices.kinds as CompiledNotices['kinds'],
    };
    const server = await visit('/desk', { live: '/live' });
    await expect.poll(() => server.paths.some((one) => one.startsWith('/notes'))).toBe(true);
    const messages = {
      INFORMATION: 'info',
      WARNING: 'warning',
      AVERAGE: 'warning',
      HIGH: 'error',
      DISASTER: 'error',
      UNHEARD: 'info',
    };
    server.notes = Object.keys(messages).map((kind, id) => ({ id, kind, text: `It is ${kind}` }));
    act(() => {
      lastSocket().open().subscribed('*', 0);
      lastSocket().tells('*', 1, { id: 0 });
    });
    await screen.findByText('It is UNHEARD');
    expect(
      Object.fromEntries(engine.toasts.get().map(({ type, text }) => [text.replace('It is ', ''), type])),
    ).toEqual(messages);
    delete app.notices;
  });
});

describe('a number beside an entry of the menu', () => {
  const deskMenu = () => entries.find(({ id }) => id === 'desk')!.routes[0]!.menu!;
  afterEach(() => delete deskMenu().badge);
  const withBadge = () => {
    const operation = { ...app.session.info!, id: 'waiting', path: '/waiting', method: 'GET' } as const;
    deskMenu().badge = {
      operation,
      with: {},
      path: ['total'],
      alert: ['late'],
      broadcasts: ['book'],
    };
  };
  const badge = () => document.querySelector('[data-part=menu-badge]');

  it('is that of the reply, warns, and follows the live channel; none is shown for 0', async () => {
    fakeSockets();
    withBadge();
    const server = await visit('/desk', { live: '/live', waiting: { total: 3, late: 0 } });
    await expect.poll(() => badge()?.textContent).toBe('3');
    const calm = badge()!.innerHTML;
    server.waiting = { total: 120, late: 1 };
    act(() => {
      lastSocket().open().subscribed('*', 0);
      lastSocket().tells('*', 1, { id: 0 });
    });
    await expect.poll(() => badge()?.textContent).toBe('99+');
    expect(badge()!.innerHTML.replace('99+', '3')).not.toBe(calm);
    server.waiting = { total: 0, late: 0 };
    act(() => void lastSocket().tells('*', 2, { id: 0 }));
    await expect.poll(() => badge()).toBeNull();
  });

  it('is not requested when signed out', async () => {
    withBadge();
    const server = await visit('/shelf', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy();
    expect(server.paths.some((one) => one.startsWith('/waiting'))).toBe(false);
  });
});

describe('another page', () => {
  it('moves the focus to its start', async () => {
    await visit('/shelf');
    await screen.findByText('This is shelf');
    await act(async () => engine.history.goTo('/desk'));
    await screen.findByText('This is desk');
    expect(document.activeElement?.id).toBe('content');
  });
});

describe('the keys', () => {
  it('Ctrl+K navigates by a few letters of a name, and searches a list for them', async () => {
    await visit('/desk');
    await screen.findByText('This is desk');
    await userEvent.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: en['engine.palette.hint'] });
    const options = () => screen.getAllByRole('option').map((option) => option.textContent);
    await userEvent.type(box, 'at');
    await expect.poll(() => options()).toHaveLength(2);
    expect(options()[0]).toContain('atlas');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('This is shelf')).toBeTruthy();
    expect(path()).toBe('/shelf?f.query=at');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('? lists the keys, but is a letter in a text field', async () => {
    await visit('/desk');
    await screen.findByText('This is desk');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), '?');
    expect(screen.queryByText(en['engine.keys.title'])).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('combobox')).toBeNull();
    await userEvent.keyboard('?');
    expect(await screen.findByText(en['engine.keys.title'])).toBeTruthy();
  });

  it('Ctrl and the wheel do not zoom the page under a confirmation', async () => {
    spec('B-032');
    await visit('/desk');
    await screen.findByText('This is desk');
    const wheel = () => {
      const event = new WheelEvent('wheel', { cancelable: true, bubbles: true });
      // The DOM of the tests does not set modifier keys of a wheel event.
      Object.defineProperty(event, 'ctrlKey', { value: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(wheel()).toBe(false);
    void engine.questions.confirm({ message: 'Sure?' });
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Sure?');
    expect(wheel()).toBe(true);
  });
});

describe('the menu', () => {
  it('starts open and full, then in the state in which the user left it', async () => {
    spec('C-041');
    await visit('/desk');
    expect((await screen.findByRole('link', { name: 'desk' })).querySelector('.md\\:sr-only')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: en['engine.menu.collapse'] }));
    const kept = localStorage.getItem('menu');
    leaveLibrary();
    localStorage.setItem('menu', kept!);
    await visit('/desk');
    expect(await screen.findByRole('button', { name: en['engine.menu.expand'] })).toBeTruthy();
  });
});
