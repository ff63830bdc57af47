/** The specification as lists of names (inventory.json), and the corresponding parts of the product (map.json). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Numbered {
  id: string;
}

interface Inventory {
  routes: { path: string; area: string }[];
  screensWithoutRoute: string[];
  widgets: string[];
  filterFieldKinds: string[];
  calls: { call: string; section: string }[];
  dictionaries: { path: string }[];
  messageKeys: string[];
  validationRules: Numbered[];
  behaviours: Numbered[];
  messageTexts: Numbered[];
  constants: Numbered[];
  stateMachines: Numbered[];
}

interface NameMap {
  /** Sections of calls.md by their name in inventory.json. */
  callSections: Record<string, string>;
  /** Selectors that identify a part on a page. */
  widgets: Record<string, string>;
  filterFieldKinds: Record<string, string>;
  /** Screens by their id. */
  screensWithoutRoute: Record<string, string>;
  /** Ids that cannot apply, with the reason. */
  doesNotApply: Record<string, string>;
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T;

export const inventory = read<Inventory>('inventory.json');
export const nameMap = read<NameMap>('map.json');

const numbers = (list: readonly Numbered[]) => list.map(({ id }) => id);

/** All that a test can cite, by kind. */
export const CITABLE: Record<string, readonly string[]> = {
  validationRules: numbers(inventory.validationRules),
  behaviours: numbers(inventory.behaviours),
  messageTexts: numbers(inventory.messageTexts),
  constants: numbers(inventory.constants),
  stateMachines: numbers(inventory.stateMachines),
  calls: inventory.calls.map(({ call }) => call),
  dictionaries: inventory.dictionaries.map(({ path }) => path),
  routes: inventory.routes.map(({ path }) => path),
  screensWithoutRoute: inventory.screensWithoutRoute,
  widgets: inventory.widgets,
  filterFieldKinds: inventory.filterFieldKinds,
};

/** Every id and name that a test can cite. */
export const KNOWN: ReadonlySet<string> = new Set(Object.values(CITABLE).flat());
