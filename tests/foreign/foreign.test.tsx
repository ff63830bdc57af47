// @vitest-environment happy-dom
/** A library's product, made of JSON only, on the same engine: started and used like any product. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../engine/app/createApp.tsx';
import { loadProject } from '../../engine/build/project.ts';
import type { LocaleLoaders } from '../../engine/data/i18n.ts';
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { engine, renewEngine } from '../engine.ts';
import { fillDom } from '../dom.ts';
import { FakeLibrary } from './fakeLibrary.ts';

const project = loadProject({ root: 'tests/foreign' });
let library: FakeLibrary;
let stop: (() => void) | undefined;

beforeAll(fillDom);

beforeEach(() => {
  library = new FakeLibrary(project.catalogue.api);
  vi.stubGlobal('fetch', library.fetch);
});

afterEach(async () => {
  act(() => stop?.());
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Opens the product at an address; its screens are sent as text, as to a browser. */
async function open(address: string): Promise<void> {
  const registry = createRegistry();
  registerBuiltins(registry);
  const locales = project.catalogue.locales.map(({ name, texts }) => [
    name,
    async () => Object.fromEntries([...texts].map(([key, { text }]) => [key, text])),
  ]);
  const { entries } = project;
  const app = project.app!;
  renewEngine({ app, entries, locales: Object.fromEntries(locales) as LocaleLoaders });
  await engine.history.goTo(address, { replace: true });
  await act(async () => {
    stop = await createApp({
      engine,
      app,
      entries,
      loadScreen: async (id) => ({
        screen: JSON.parse(JSON.stringify(project.screens.get(id))) as CompiledScreen,
      }),
      registry,
      root: document.body.appendChild(document.createElement('div')),
    });
  });
}

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const row = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const menu = (name: string) => within(screen.getByRole('navigation', { name: /menu/i })).getByText(name);

async function signIn(): Promise<void> {
  await user.type(await screen.findByLabelText(/Login/), 'anna');
  await user.type(screen.getByLabelText(/Password/), 'books');
  await user.click(await button('Sign in'));
}

it('has no errors', () => expect(project.diagnostics).toEqual([]));

it('signs in by its own screen, and opens its first home page in its own language', async () => {
  await open('/');
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Loans' })).toBeTruthy();
  expect(window.location.pathname).toBe('/loans');
  expect(document.documentElement.lang).toBe('en');
  expect(await screen.findByText('Ada Byron')).toBeTruthy();
  expect(library.calls).toContainEqual(expect.stringContaining('{"status":"OUT"}'));
});

it("shows the server's message for a wrong password and stays", async () => {
  await open('/login');
  await user.type(await screen.findByLabelText(/Login/), 'anna');
  await user.type(screen.getByLabelText(/Password/), 'wrong');
  await user.click(await button('Sign in'));
  expect(await screen.findByText('Error while authentication: Refused: badCredentials')).toBeTruthy();
  expect(window.location.pathname).toBe('/login');
});

it('narrows a list by a filter, opens a card from it, saves and returns', async () => {
  library.signedIn = true;
  await open('/books');
  expect(await screen.findByText('Evenings')).toBeTruthy();
  await user.click(screen.getByLabelText('Available only'));
  await expect.poll(() => screen.queryByText('Evenings')).toBeNull();
  expect(window.location.search).toContain('f.available=true');

  await user.click(await screen.findByText('Oblomov'));
  const title = await screen.findByDisplayValue('Oblomov');
  await user.clear(title);
  await user.type(title, 'Oblomov, volume one');
  await user.selectOptions(screen.getByLabelText(/Genre/), 'NOVEL');
  await user.click(await button('Save'));
  expect(await screen.findByText('The book is saved')).toBeTruthy();
  expect(await screen.findByText('Oblomov, volume one')).toBeTruthy();
  expect(window.location.pathname).toBe('/books');
  expect(library.books[2]).toMatchObject({
    title: 'Oblomov, volume one',
    genre: { name: 'NOVEL' },
    version: 2,
  });
});

// The record has its genre as {name, caption}, the request requires the bare name.
it('saves an unchanged enum value as the request requires it', async () => {
  library.signedIn = true;
  await open(`/books/${library.books[2]!.id}`);
  await user.type(await screen.findByDisplayValue('Oblomov'), '!');
  await user.click(await button('Save'));
  expect(await screen.findByText('The book is saved')).toBeTruthy();
});

it('checks a rule across fields before anything is sent', async () => {
  library.signedIn = true;
  library.books[0]!.lent = 2;
  await open(`/books/${library.books[0]!.id}`);
  const copies = await screen.findByDisplayValue('2');
  await user.clear(copies);
  await user.type(copies, '1');
  await user.click(await button('Save'));
  expect((await screen.findAllByText('More copies are lent than there are')).length).toBeGreaterThan(0);
  expect(library.calls.filter((call) => call.startsWith('bookSave'))).toEqual([]);
});

it('shows enum values in the tones of the API file, and colours another value by one', async () => {
  library.signedIn = true;
  await open('/loans');
  const [lent] = within(await row('Ada Byron')).getAllByText('Lent');
  expect(lent!.className).toContain('text-info');
  expect((await screen.findByText('Ada Byron')).className).toContain('text-info');
});

it('runs a row action once it is confirmed', async () => {
  library.signedIn = true;
  await open('/loans');
  await user.click(within(await row('Ada Byron')).getByRole('button'));
  await user.click(await screen.findByRole('menuitem', { name: 'Take back' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText('Take “Dead Souls” back?')).toBeTruthy();
  await user.click(within(question).getAllByRole('button').at(-1)!);
  expect(await screen.findByText('Taken back from Ada Byron')).toBeTruthy();
  await expect.poll(() => screen.queryByText('Ada Byron')).toBeNull();
  expect(library.loans[0]!.status.name).toBe('RETURNED');
});

it('shows an account without the permission to lend no way to change anything', async () => {
  library.signedIn = true;
  library.permissions = ['READ_BOOKS'];
  await open('/books');
  expect(await screen.findByText('Oblomov')).toBeTruthy();
  expect(screen.queryByText('Add book')).toBeNull();
  await user.click(menu('Loans'));
  const lent = await row('Ada Byron');
  expect(within(lent).queryByRole('button', { name: /actions/i })).toBeNull();
});
