/** Shows screens of a product, one after the other in one page, and reports the errors of each. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { Project } from '../../engine/language/project.ts';
import { fakeSockets } from '../data/fakeSocket.ts';
import { answer, settle, start, visit, type Answer } from '../grammar/driver.tsx';
import { engine } from '../engine.ts';
import { fillDom } from '../dom.ts';
import { addressOf, inputOf } from '../views/samples.ts';
import { watchFaults, type Faults } from './faults.ts';
import type { Product } from './products.ts';

/** The outcome of showing a screen. */
export interface Shown {
  faults: string[];
  /** The screen itself is shown, and not the page that reports its failure. */
  itself: boolean;
  /** The card of a part that cannot be shown. */
  broken: boolean;
  /** Text of the page's own heading. */
  heading: string;
}

const NOT_FOUND: Answer = {
  status: 404,
  body: { code: 'notFound', status: 404, title: 'no', message: 'no' },
};

export class Stage {
  readonly #faults: Faults;
  #stop: (() => void) | undefined;
  /** The app file of the open product without screens: the rest of the next one may be the same. */
  #nothing: string | undefined;

  constructor(readonly product: Product) {
    fillDom();
    fakeSockets();
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    URL.createObjectURL = () => 'blob:';
    answer(product.whole, product.reply, NOT_FOUND);
    this.#faults = watchFaults();
  }

  /**
   * Shows screens of a project, each by its id in the whole product; after a crash the page is opened again for the
   * next.
   */
  async show(project: Project, ids: readonly string[]): Promise<Shown[]> {
    const nothing = project.screens.size ? undefined : JSON.stringify(project.app);
    if (nothing !== this.#nothing) await this.#close();
    this.#nothing = nothing;
    const shown: Shown[] = [];
    for (const id of ids) {
      if (!this.#stop) await this.#open(project, this.#addressOf(id) ?? this.product.home);
      const one = await this.#showOne(id);
      shown.push(one);
      if (one.faults.length) await this.#close();
    }
    if (nothing === undefined) await this.#close();
    return shown;
  }

  end(): void {
    this.#faults.stop();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }

  #addressOf(id: string): string | undefined {
    const [route] = this.product.whole.entries.find((one) => one.id === id)!.routes;
    return route && addressOf(route.path);
  }

  async #open(project: Project, address: string): Promise<void> {
    localStorage.clear();
    const registry = this.product.registry();
    this.#stop = await this.#guarded(() => start(project, { address, registry }));
  }

  async #close(): Promise<void> {
    const stop = this.#stop;
    this.#stop = undefined;
    await this.#guarded(async () => stop?.());
    document.body.replaceChildren();
    this.#faults.take();
  }

  async #showOne(id: string): Promise<Shown> {
    const screen = this.product.whole.screens.get(id)!;
    const address = this.#addressOf(id);
    await this.#guarded(async () => {
      // A page that was opened at the address is already there.
      if (address === window.location.pathname) return;
      if (address) return visit(address);
      await act(async () => void engine.dialogs.open(id, inputOf(screen)));
      await settle();
    });
    const frame = document.querySelector(address ? 'main' : '[role=dialog]');
    const itself = Boolean(document.querySelector(`[data-screen="${id}"]`));
    const broken = Boolean(frame?.querySelector('[role=alert]'));
    const heading = frame?.querySelector('h1, h2')?.textContent ?? '';
    const faults = [...this.#faults.take(), ...blank()];
    if (!address) await this.#guarded(async () => act(async () => engine.dialogs.set([])));
    return { faults: [...faults, ...this.#faults.take()], itself, broken, heading };
  }

  /** An error that no React boundary catches is thrown from the act in which it happened. */
  async #guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      console.error('uncaught', error);
      return undefined;
    }
  }
}

/** A page without text and controls, or without its frame, is blank. */
function blank(): string[] {
  const main = document.querySelector('main');
  if (!main) return ['blank: there is no main'];
  const frame = document.querySelector('[data-frame=public], [data-part=frame] nav');
  if (!frame) return ['blank: the frame is gone'];
  const content = main.textContent?.trim() || main.querySelector('input, button, img, svg');
  return content ? [] : ['blank: main is empty'];
}
