// @vitest-environment happy-dom
/** The code of tabs that are not open is preloaded. */
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CompiledTabs, CompiledView } from '../../engine/language/compiled.ts';
import { RegistryContext } from '../../engine/registry/context.ts';
import { defineView } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { useCodeAhead } from '../../engine/views/tabs/ahead.ts';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { engine } from '../engine.ts';
import { setUpHarness, signIn, tableOf } from './harness.tsx';

setUpHarness();

const tab = (id: string, view: CompiledView, access: string[] = []) => ({
  id,
  label: { const: id },
  view,
  access,
});
const form = { type: 'form', at: '/form' } as CompiledView;
const tabs: CompiledTabs = {
  type: 'tabs',
  at: '/view',
  actions: [],
  tabs: [
    tab('open', { type: 'stack', at: '/a', direction: 'rows', items: [{ view: form, span: 1 }] }),
    tab('other', tableOf()),
    tab('secret', { type: 'tree', at: '/c' } as CompiledView, ['TREES']),
  ],
};

it('loads what the tabs show that the user may open, and is not stopped by a failure', async () => {
  signIn(['THINGS']);
  const registry = createRegistry();
  const requested: string[] = [];
  for (const name of ['stack', 'form', 'table', 'tree'] as const)
    registry.registerLazy('view', name, async () => {
      requested.push(name);
      if (name === 'form') throw new Error('away');
      return { default: defineView({ name, component: () => null }) as never };
    });
  const Page = () => {
    useCodeAhead(tabs);
    return <p>{requested.join(' ') || 'drawn'}</p>;
  };
  render(
    <EngineProvider engine={engine}>
      <RegistryContext value={registry}>
        <Page />
      </RegistryContext>
    </EngineProvider>,
  );
  // The open tab is rendered first.
  expect(screen.getByText('drawn')).toBeTruthy();
  await waitFor(() => expect(registry.get('view', 'table')).toBeTruthy());
  expect(requested).toEqual(['stack', 'form', 'table']);
});
