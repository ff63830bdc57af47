// @vitest-environment happy-dom
/** Widgets can call the operations of their manifest, and no others. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineWidget, useCall, useOperation } from '../../engine/index.ts';
import type { CompiledWidget } from '../../engine/language/compiled.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { calls, operation, renderScreen, screenOf, serve, things, setUpHarness } from './harness.tsx';

setUpHarness();

const remove = operation('remove', {
  method: 'DELETE',
  path: '/api/things/{id}',
  parameters: { id: { in: 'path', required: true } },
  reply: 'none',
  changes: ['things'],
});

function Shelf() {
  const { data } = useOperation<{ list: { id: number; name: string }[] }>('things', {});
  const call = useCall();
  return (
    <ul>
      {data?.list.map(({ id, name }) => (
        <li key={id}>
          {name} <button onClick={() => void call('remove', { id })}>Убрать {name}</button>
        </li>
      ))}
    </ul>
  );
}

const shelf = (operations: string[]): CompiledWidget => ({
  type: 'widget',
  at: '/view',
  widget: 'shelf',
  options: {},
  inputs: {},
  on: {},
  operations,
});
const page = (operations: string[]) => screenOf(shelf(operations), { operations: { things, remove } });
function withShelf() {
  const registry = createRegistry();
  registerBuiltins(registry);
  registry.register(defineWidget({ name: 'shelf', component: Shelf }));
  return registry;
}

beforeEach(() => serve(() => ({ list: [{ id: 1, name: 'Бак' }], size: 1 })));

describe('the data port of a widget', () => {
  it('reads and calls, and what a call makes stale is read again', async () => {
    await renderScreen(page(['things', 'remove']), { registry: withShelf(), sharedCache: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать Бак' }));
    await waitFor(() =>
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /api/things',
        'DELETE /api/things/1',
        'GET /api/things',
      ]),
    );
  });

  it('refuses operations that the manifest does not name, and says so', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderScreen(page(['remove']), { registry: withShelf() });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(calls).toEqual([]);
    const text = logged.mock.calls.flat().map(String).join(' ');
    expect(text).toContain('widget.json of "shelf" names no operation "things"; it names remove.');
    logged.mockRestore();
  });
});
