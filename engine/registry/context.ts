/** Hands the registry to what renders below. */
import { createContext, useContext } from 'react';
import { createRegistry, type Registry } from './registry.ts';

export const RegistryContext = createContext<Registry>(createRegistry());

export const useRegistry = (): Registry => useContext(RegistryContext);
