/** Provides the registry to the tree below. */
import { createContext, useContext } from 'react';
import type { Registry } from './registry.ts';

export const RegistryContext = createContext<Registry | undefined>(undefined);

export function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('A view was rendered without a registry: wrap it in <RegistryContext>.');
  return registry;
}
