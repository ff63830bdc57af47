// @vitest-environment happy-dom
/** The address bar: guards are asked before leaving, Back restores, the state of tables is in the query. */
import type { ReactNode } from 'react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { AddressRouter, PlaceProvider } from '../../engine/routing/AddressRouter.tsx';
import { useParams, type RoutePlace } from '../../engine/routing/place.ts';
import { engine, renewEngine } from '../engine.ts';
import { patchSearch, readNamespace, useUrlState } from '../../engine/routing/urlState.ts';

function here(): string {
  const { pathname, search } = engine.history.location.get();
  return pathname + search;
}

const Provider = ({ children }: { children: ReactNode }) => (
  <EngineProvider engine={engine}>
    <AddressRouter>{children}</AddressRouter>
  </EngineProvider>
);
const draw = (page: ReactNode) => render(page, { wrapper: Provider });
/** A guarded navigation ends with the answer, which is rendered first. */
const goTo = (href: string) => act(async () => void engine.history.goTo(href));
/** History navigates in a separate task. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));

beforeEach(async () => {
  renewEngine();
  await engine.history.goTo('/start');
});
afterEach(() => cleanup());

describe('leaving a page', () => {
  beforeEach(() => void draw(null));

  it('asks every guard, and one of them prevents it', async () => {
    const asked: string[] = [];
    const off = [
      engine.history.guardLeaving((to) => (asked.push(`1 ${to}`), true)),
      engine.history.guardLeaving((to) => (asked.push(`2 ${to}`), false)),
    ];
    await goTo('/next?a=1');
    expect([here(), asked]).toEqual(['/start', ['1 /next?a=1', '2 /next?a=1']]);
    off.forEach((remove) => remove());
    await goTo('/next?a=1');
    expect(here()).toBe('/next?a=1');
  });

  it('does not ask guards when only the query changes', async () => {
    const guard = vi.fn(() => false);
    const off = engine.history.guardLeaving(guard);
    await goTo('/start?p=2');
    expect([here(), guard.mock.calls.length]).toEqual(['/start?p=2', 0]);
    off();
  });

  it('twice by the same link adds one history entry', async () => {
    await goTo('/next');
    await goTo('/next');
    window.history.back();
    await settle();
    expect(here()).toBe('/start');
  });

  it('resolves its promise with the answer of the guard', async () => {
    const answers: ((leave: boolean) => void)[] = [];
    const off = engine.history.guardLeaving(() => new Promise((resolve) => answers.push(resolve)));
    const steps: string[] = [];
    await act(async () => void engine.history.goTo('/next').then(() => steps.push(here())));
    expect([steps, answers.length]).toEqual([[], 1]);
    await act(async () => answers[0]!(false));
    expect(steps).toEqual(['/start']);
    await act(async () => void engine.history.goTo('/next').then(() => steps.push(here())));
    await act(async () => answers[1]!(true));
    expect(steps).toEqual(['/start', '/next']);
    await act(async () => void engine.history.goTo('/third', { unasked: true }));
    expect([here(), answers.length]).toEqual(['/third', 2]);
    off();
  });

  it('does not change the address bar when the history is in memory', async () => {
    cleanup();
    renewEngine({ address: '/sample?p=2' });
    draw(<Link to="/other">link</Link>);
    expect(here()).toBe('/sample?p=2');
    await act(async () => void fireEvent.click(screen.getByText('link')));
    expect([here(), window.location.pathname]).toEqual(['/other', '/start']);
    await act(async () => engine.history.goBack('/'));
    expect([here(), window.location.pathname]).toEqual(['/', '/start']);
  });

  it('by Back is undone when a guard prevents it, and done when it allows it', async () => {
    await goTo('/form');
    let answer = false;
    const off = engine.history.guardLeaving(() => answer);
    window.history.back();
    await settle();
    expect([here(), window.location.pathname]).toEqual(['/form', '/form']);
    answer = true;
    window.history.back();
    await settle();
    expect([here(), window.location.pathname]).toEqual(['/start', '/start']);
    off();
    window.history.forward();
    await settle();
    expect(here()).toBe('/form');
  });
});

describe('links and hooks of react-router', () => {
  const place = {
    entry: { id: 'leaf' },
    route: { path: '/tree/:path*/leaf/:leafId' },
    params: { path: ['a', 'b'], leafId: '7' },
  } as unknown as RoutePlace;

  function Leaf() {
    const go = useNavigate();
    return (
      <>
        <p>{JSON.stringify(useParams())}</p>
        <Link to="/by-link">link</Link>
        <button type="button" onClick={() => void go('/by-hook', { replace: true })}>
          hook
        </button>
      </>
    );
  }

  it('read the route and respect leave guards like any navigation', async () => {
    await goTo('/tree/a/b/leaf/7');
    draw(
      <PlaceProvider place={place} pathname="/tree/a/b/leaf/7">
        <Leaf />
      </PlaceProvider>,
    );
    expect(screen.getByText('{"path":"a/b","leafId":"7"}')).toBeTruthy();
    const asked: string[] = [];
    const off = engine.history.guardLeaving((to) => (asked.push(to), false));
    await act(async () => void fireEvent.click(screen.getByText('link')));
    await act(async () => void fireEvent.click(screen.getByText('hook')));
    expect([here(), asked]).toEqual(['/tree/a/b/leaf/7', ['/by-link', '/by-hook']]);
    off();
    const steps = window.history.length;
    await act(async () => void fireEvent.click(screen.getByText('link')));
    expect([here(), window.history.length]).toEqual(['/by-link', steps + 1]);
    await act(async () => void fireEvent.click(screen.getByText('hook')));
    expect([here(), window.history.length]).toEqual(['/by-hook', steps + 1]);
  });

  it('give a page its own address: while it unmounts it neither reads nor writes that of the next', async () => {
    function List() {
      const [state, patch] = useUrlState('');
      return (
        <button type="button" onClick={() => patch({ p: '3' })}>
          {JSON.stringify(state)}
        </button>
      );
    }
    await goTo('/list?p=2&f.q=x');
    draw(
      <PlaceProvider place={place} pathname="/list">
        <List />
      </PlaceProvider>,
    );
    await goTo('/record?tab=1');
    const button = screen.getByRole('button');
    await act(async () => void fireEvent.click(button));
    expect([button.textContent, here()]).toEqual(['{"p":"2","f.q":"x"}', '/record?tab=1']);
    await goTo('/list?p=4');
    expect(button.textContent).toBe('{"p":"4"}');
  });
});

describe('the state of a table', () => {
  function Table({ name }: { name: string }) {
    const [state, change] = useUrlState(name);
    return (
      <button type="button" onClick={() => change({ p: String(Number(state.p ?? 1) + 1), 'f.q': undefined })}>
        {JSON.stringify(state)}
      </button>
    );
  }
  const shown = () =>
    screen.getAllByRole('button').map((button) => JSON.parse(button.textContent) as unknown);

  it('is separate from that of another table, and Back restores it', async () => {
    await goTo('/start?p=3&points.p=5&points.f.q=x');
    draw(
      <>
        <Table name="points" />
        <Table name="" />
      </>,
    );
    expect(shown()[0]).toEqual({ p: '5', 'f.q': 'x' });
    expect(shown()[1]).toMatchObject({ p: '3' });
    await act(async () => screen.getAllByRole('button')[0]!.click());
    expect(here()).toBe('/start?p=3&points.p=6');
    await act(async () => screen.getAllByRole('button')[1]!.click());
    expect(here()).toBe('/start?p=4&points.p=6');
    await act(async () => {
      window.history.back();
      await settle();
    });
    expect(here()).toBe('/start?p=3&points.p=6');
  });

  it('applies two changes in the same event', async () => {
    await goTo('/start?p=3');
    function Two() {
      const [state, change] = useUrlState('');
      const both = () => {
        change({ p: undefined });
        change({ sort: '+name' });
      };
      return (
        <button type="button" onClick={both}>
          {JSON.stringify(state)}
        </button>
      );
    }
    draw(<Two />);
    await act(async () => screen.getByRole('button').click());
    expect([here(), window.location.search, shown()]).toEqual([
      '/start?sort=%2Bname',
      '?sort=%2Bname',
      [{ sort: '+name' }],
    ]);
  });

  it('reads and writes only its own parameters', () => {
    expect(readNamespace('?a.p=1&ab.p=2&p=3', 'a')).toEqual({ p: '1' });
    expect(patchSearch('?path=%2Fx&a.p=1', 'a', { p: undefined, sort: '+name' })).toBe(
      '?path=%2Fx&a.sort=%2Bname',
    );
    expect(patchSearch('?p=1', '', { p: undefined })).toBe('');
  });
});
