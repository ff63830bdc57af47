// @vitest-environment jsdom
/** A product over a third-party OpenAPI file: list, create, edit and delete, by JSON alone and without a sign-in. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../engine/app/createApp.tsx';
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import { compileProject } from '../../engine/language/project.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { engine, renewEngine } from '../engine.ts';
import { fillDom } from '../dom.ts';
import { EDITS, petstore } from './project.ts';

interface Pet {
  id?: number;
  name: string;
  status?: string;
  photoUrls: string[];
  category?: { id?: number; name?: string };
}

const project = compileProject(petstore());
let pets: Pet[];
let requests: string[];
let stop: (() => void) | undefined;

beforeAll(fillDom);

beforeEach(() => {
  requests = [];
  pets = [
    { id: 1, name: 'Rex', status: 'available', photoUrls: [], category: { id: 7, name: 'Dogs' } },
    { id: 2, name: 'Murka', status: 'sold', photoUrls: ['a.jpg'] },
  ];
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => Promise.resolve(answer(address, init)));
});

afterEach(async () => {
  act(() => stop?.());
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The shop's server: addresses below the path of the server in the file. */
function answer(address: string, { method = 'GET', body }: RequestInit): Response {
  const { pathname, searchParams } = new URL(address, 'http://shop');
  requests.push(`${method} ${pathname}`);
  const id = Number(pathname.split('/').at(-1));
  const sent = typeof body === 'string' ? (JSON.parse(body) as Pet) : undefined;
  if (pathname === '/v2/pet/findByStatus')
    return Response.json(pets.filter(({ status }) => searchParams.getAll('status').includes(status!)));
  if (method === 'GET') return Response.json(pets.find((pet) => pet.id === id));
  if (method === 'POST') pets.push({ id: 3, ...sent! });
  if (method === 'PUT') pets = pets.map((pet) => (pet.id === sent!.id ? sent! : pet));
  if (method === 'DELETE') pets = pets.filter((pet) => pet.id !== id);
  return new Response(null, { status: 200 });
}

async function open(address: string): Promise<void> {
  const registry = createRegistry();
  registerBuiltins(registry);
  const [{ texts }] = project.catalogue.locales as [(typeof project.catalogue.locales)[number]];
  const en = async () => Object.fromEntries([...texts].map(([key, { text }]) => [key, text]));
  const { entries } = project;
  const app = project.app!;
  renewEngine({ app, entries, locales: { en } });
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

describe('the petstore unchanged', () => {
  it('is read with few edits, and without an error', () => {
    expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(EDITS.length).toBeLessThanOrEqual(4);
  });

  it('lists, and filters by a parameter that is a list', async () => {
    await open('/');
    const row = (await screen.findByText('Rex')).closest('tr')!;
    expect(within(row).getByText('On sale')).toBeTruthy();
    expect(within(row).getByText('Dogs')).toBeTruthy();
    expect(screen.getByText('Murka')).toBeTruthy();
    expect(window.location.pathname).toBe('/pets');
    expect(screen.queryByRole('button', { name: /Sign out|Account/ })).toBeNull();
  });

  it('polls while a pet is being sold, since its server has no live channel', async () => {
    pets[0]!.status = 'pending';
    await open('/pets');
    expect(within((await screen.findByText('Rex')).closest('tr')!).getByText('Reserved')).toBeTruthy();
    pets[0]!.status = 'sold';
    await waitFor(() => expect(screen.queryByText('Reserved')).toBeNull());
    const times = requests.length;
    await new Promise((done) => setTimeout(done, 2500));
    expect(requests.length).toBe(times);
  });

  it('creates a pet by one operation, without an id', async () => {
    await open('/pets/new');
    await user.type(await screen.findByLabelText(/^Name/), 'Kesha');
    await user.selectOptions(screen.getByLabelText('Status'), 'pending');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Kesha');
    expect(requests).toContain('POST /v2/pet');
    expect(pets.at(-1)).toEqual({ id: 3, name: 'Kesha', status: 'pending', photoUrls: [] });
  });

  it('changes one by the other, and sends back properties without a field', async () => {
    await open('/pets');
    await user.click(await screen.findByText('Rex'));
    const name = await screen.findByDisplayValue('Rex');
    await user.clear(name);
    await user.type(name, 'Rex II');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Rex II');
    expect(requests).toContain('PUT /v2/pet');
    expect(pets[0]).toMatchObject({ id: 1, name: 'Rex II', category: { id: 7, name: 'Dogs' } });
  });

  it('deletes one', async () => {
    await open('/pets');
    const row = (await screen.findByText('Murka')).closest('tr')!;
    await user.click(within(row).getByRole('button'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: /Yes|Delete|Confirm/ }));
    await waitFor(() => expect(screen.queryByText('Murka')).toBeNull());
    expect(requests).toContain('DELETE /v2/pet/2');
  });
});
