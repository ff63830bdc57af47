/** What the shell knows of the product; provided by the app. */
import { createContext, useContext } from 'react';
import type { CompiledApp, CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import type { Addresses } from '../routing/place.ts';
import type { RouteTable } from '../routing/table.ts';

/** Path of the workshop; no screen has it. */
export const WORKSHOP = '/workshop';

export interface Product {
  app: CompiledApp;
  entries: ScreenEntry[];
  routes: RouteTable;
  /** Returns the address of a screen. */
  hrefTo: Addresses['hrefTo'];
  /** Loads a screen and everything it needs to render. */
  load(id: string): Promise<CompiledScreen>;
  /** Returns a screen that is completely loaded. */
  loaded(id: string): CompiledScreen | undefined;
}

export const ProductContext = createContext<Product | undefined>(undefined);

export function useProduct(): Product {
  const product = useContext(ProductContext);
  if (!product) throw new Error('The shell was rendered outside createApp');
  return product;
}
