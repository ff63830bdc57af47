// @vitest-environment happy-dom
/**
 * Two products on one page, each with a separate engine: neither sees session, language, address or replies of the
 * other.
 */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../engine/app/createApp.tsx';
import { createEngine } from '../../engine/app/createEngine.ts';
import { useCan } from '../../engine/access/can.ts';
import { useEngine, type Engine } from '../../engine/data/engine.ts';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { useLocale } from '../../engine/data/useLocale.ts';
import { useOperation } from '../../engine/data/useOperation.ts';
import { useStore } from '../../engine/data/store.ts';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { defineView } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { usePage } from '../../engine/page/page.ts';
import { fillDom } from '../dom.ts';
import { app, entries, screenOf } from './library.tsx';

const operation = (id: string, more: Partial<CompiledOperation> = {}): CompiledOperation => ({
  id,
  method: 'GET',
  path: `/${id}`,
  parameters: {},
  reply: 'record',
  changes: [],
  permissions: [],
  ...more,
});
const rows = operation('rows');
const save = operation('save', { method: 'POST', changes: ['rows'] });

/** A storage in memory. */
function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (at) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
}

interface Side {
  engine: Engine;
  sent: string[];
}

/** An engine whose server answers each read with its own name and the number of the read. */
function side(name: string, locale: string): Side {
  const sent: string[] = [];
  const answer: typeof fetch = async (input) => {
    const path = String(input);
    sent.push(path);
    const reads = sent.filter((one) => one === '/rows').length;
    return Response.json({ text: `${name} ${reads}` });
  };
  const engine = createEngine({
    transport: { fetch: answer },
    storage: memoryStorage(),
    address: `/${name}`,
    locales: { [locale]: async () => ({ hello: `hello in ${locale}` }) },
  });
  return { engine, sent };
}

function Product() {
  const { session, history, toasts } = useEngine();
  const { t, locale } = useLocale();
  const can = useCan();
  const { data } = useOperation<{ text: string }>(rows, {});
  const login = useStore(session, ({ account }) => account?.login);
  const { pathname } = useStore(history.location);
  const messages = useStore(toasts).map(({ text }) => text);
  const facts = [t('hello'), locale, login, can(['KEEP']), pathname, data?.text, messages.join()];
  return <p>{facts.map(String).join(' | ')}</p>;
}

const signIn = ({ session }: Engine, login: string, permissions: string[]) =>
  session.set({ status: 'in', account: { login, permissions }, properties: {}, expired: false });

beforeAll(fillDom);
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('share nothing but the page', async () => {
  const left = side('left', 'ru');
  const right = side('right', 'en');
  for (const { engine } of [left, right]) await engine.i18n.start();
  signIn(left.engine, 'anna', ['KEEP']);
  signIn(right.engine, 'boris', []);
  render(
    <>
      {[left, right].map(({ engine }, i) => (
        <section key={i} aria-label={['left', 'right'][i]}>
          <EngineProvider engine={engine}>
            <Product />
          </EngineProvider>
        </section>
      ))}
    </>,
  );
  const shown = (name: string) =>
    within(screen.getByRole('region', { name })).getByRole('paragraph').textContent;
  await expect.poll(() => shown('right')).toContain('right 1');
  expect(shown('left')).toBe('hello in ru | ru | anna | true | /left | left 1 | ');
  expect(shown('right')).toBe('hello in en | en | boris | false | /right | right 1 | ');

  await act(async () => {
    left.engine.toasts.show({ type: 'info', text: 'told' });
    await left.engine.history.goTo('/elsewhere');
    await left.engine.api.call(save, {});
  });
  await expect.poll(() => shown('left')).toContain('left 2');
  expect(shown('left')).toBe('hello in ru | ru | anna | true | /elsewhere | left 2 | told');
  expect(shown('right')).toBe('hello in en | en | boris | false | /right | right 1 | ');
  expect(right.sent).toEqual(['/rows']);

  await act(async () => left.engine.api.forget());
  await expect.poll(() => shown('left')).toContain('left 3');
  expect(right.sent).toEqual(['/rows']);
  expect(left.engine.storage.read('user')).toBeNull();
});

it('are started and removed one without the other', async () => {
  const permissions = { left: ['READ'], right: [] };
  const open = async (name: 'left' | 'right') => {
    const answer: typeof fetch = async (input) =>
      String(input) === '/renew'
        ? Response.json({ login: name, permissions: permissions[name] })
        : Response.json({ instanceName: `Library ${name}`, instanceType: 'CITY' });
    const registry = createRegistry();
    const View = () => <p>{`${name}: ${usePage().screen.id}`}</p>;
    for (const view of ['table', 'tabs'] as const)
      registry.register(defineView({ name: view, component: View }));
    const engine = createEngine({
      app,
      entries,
      transport: { fetch: answer },
      storage: memoryStorage(),
      address: '/',
      locales: { en: async () => ({}) },
    });
    const root = document.body.appendChild(document.createElement('div'));
    const loadScreen = async (id: string) => ({
      screen: screenOf(entries.find((one) => one.id === id)!),
    });
    let end = () => {};
    await act(async () => {
      end = await createApp({ engine, app, entries, loadScreen, registry, root });
    });
    return { engine, end };
  };
  const left = await open('left');
  const right = await open('right');
  expect(await screen.findByText('left: shelf')).toBeTruthy();
  expect(await screen.findByText('right: desk')).toBeTruthy();
  expect([left, right].map(({ engine }) => engine.history.location.get().pathname)).toEqual([
    '/shelf',
    '/desk',
  ]);
  act(() => left.end());
  expect(screen.queryByText('left: shelf')).toBeNull();
  expect(screen.getByText('right: desk')).toBeTruthy();
  await act(async () => right.engine.session.signOut());
  expect([left, right].map(({ engine }) => engine.session.get().status)).toEqual(['in', 'out']);
  act(() => right.end());
});
