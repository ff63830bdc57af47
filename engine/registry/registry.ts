/** One list per extension point. Filled while the app starts, then sealed; error messages are full sentences. */
import type { ComponentType } from 'react';
import type { AnyDefinition, Kind, PropsOf } from './define.ts';

export type Loader = () => Promise<{ default: AnyDefinition }>;

export interface Registry {
  /** Registers a definition whose code is already loaded. */
  register(definition: AnyDefinition): void;
  /** Registers a name; its code is loaded at first use. */
  registerLazy(kind: Kind, name: string, load: Loader): void;
  has(kind: Kind, name: string): boolean;
  /** Returns the component if its code is loaded. */
  get<K extends Kind>(kind: K, name: string): ComponentType<PropsOf[K]> | undefined;
  /** Loads the component's code; safe to call early and often. */
  load<K extends Kind>(kind: K, name: string): Promise<ComponentType<PropsOf[K]>>;
  names(kind: Kind): string[];
  /** Ends registration: nothing can be registered afterwards. */
  seal(): void;
}

interface Slot {
  component?: ComponentType<never>;
  load?: Loader;
  loading?: Promise<ComponentType<never>>;
}

export class RegistryError extends Error {
  override name = 'RegistryError';
}

export function createRegistry(): Registry {
  const slots = new Map<string, Slot>();
  let sealed = false;

  const add = (kind: Kind, name: string, slot: Slot) => {
    if (!name) throw new RegistryError(`A ${kind} without a name cannot be registered; give it a name.`);
    if (sealed)
      throw new RegistryError(
        `${kind} "${name}" came too late: the app has started. Register it before createApp renders.`,
      );
    if (slots.has(key(kind, name)))
      throw new RegistryError(`${kind} "${name}" is registered twice; give one of the two another name.`);
    slots.set(key(kind, name), slot);
  };

  const names = (kind: Kind) =>
    [...slots.keys()].filter((k) => k.startsWith(`${kind}:`)).map((k) => k.slice(kind.length + 1));

  const slotOf = (kind: Kind, name: string): Slot => {
    const slot = slots.get(key(kind, name));
    if (!slot)
      throw new RegistryError(
        `No ${kind} "${name}" is registered. Registered: ${names(kind).sort().join(', ') || 'none'}.`,
      );
    return slot;
  };

  return {
    register: ({ kind, name, component }) =>
      add(kind, name, { component: component as ComponentType<never> }),
    registerLazy: (kind, name, load) => add(kind, name, { load }),
    has: (kind, name) => slots.has(key(kind, name)),
    get: <K extends Kind>(kind: K, name: string) =>
      slots.get(key(kind, name))?.component as ComponentType<PropsOf[K]> | undefined,
    load: async <K extends Kind>(kind: K, name: string) => {
      const slot = slotOf(kind, name);
      const component = slot.component ?? (await (slot.loading ??= open(kind, name, slot)));
      return component as unknown as ComponentType<PropsOf[K]>;
    },
    names,
    seal: () => {
      sealed = true;
    },
  };
}

/** A failed load (for example without network) is not kept, so that the next use tries again. */
async function open(kind: Kind, name: string, slot: Slot): Promise<ComponentType<never>> {
  try {
    const definition = (await slot.load!()).default;
    if (definition?.kind !== kind || definition.name !== name)
      throw new RegistryError(
        `The module of ${kind} "${name}" defines ${definition?.kind ?? 'nothing'} "${definition?.name ?? ''}"; ` +
          `its widget.json and its define call must agree.`,
      );
    return (slot.component = definition.component as ComponentType<never>);
  } catch (error) {
    delete slot.loading;
    throw error;
  }
}

const key = (kind: Kind, name: string) => `${kind}:${name}`;
