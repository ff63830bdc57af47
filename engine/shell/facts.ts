/** What the shell knows of the product; handed down by the app. */
import { createContext, useContext } from 'react';
import type { CompiledApp, CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import type { Addresses } from '../routing/place.ts';
import type { RouteTable } from '../routing/table.ts';

/** Where the workshop stands, beside the addresses of the screens. */
export const WORKSHOP = '/workshop';

export interface Product {
  app: CompiledApp;
  entries: ScreenEntry[];
  routes: RouteTable;
  /** The address of a screen. */
  hrefTo: Addresses['hrefTo'];
  /** Loads a screen with what it needs to be drawn. */
  load(id: string): Promise<CompiledScreen>;
  /** A screen that is loaded whole. */
  loaded(id: string): CompiledScreen | undefined;
}

export const ProductContext = createContext<Product | undefined>(undefined);

export function useProduct(): Product {
  const product = useContext(ProductContext);
  if (!product) throw new Error('The shell was rendered outside createApp');
  return product;
}
