/**
 * How a row comes to concern another party, a district or a division: the ways of foreign keys that lead there.
 * They are followed as long as a row cannot be without what it refers to: a limit is nothing without its contract,
 * a container lies where its evacuation point lies, a vehicle is more than the parking where it stands.
 */
import { knownTable, type Reference, type Tables } from '../database/knownTables.ts';

/** References one after the other, from the row's own to the one of the table that is looked for. */
export type Way = readonly Reference[];

/** The table of customers: the one whose rows may stand for another instance. */
export const LINK_COLUMN = 'linked_instance_id';

export interface Ways {
  /** To customers; empty for a table of customers itself. */
  party: readonly Way[];
  /** To locations and to divisions; the last reference may be empty, then the row lies in none. */
  district: readonly Way[];
  division: readonly Way[];
  /** Required references to this table by records between parties: such a record shows what it refers to. */
  shownBy: readonly { table: string; reference: Reference }[];
  /** Its rows stand for other instances themselves. */
  link: boolean;
}

const known = new WeakMap<Tables, Map<string, Ways>>();

/** The ways from a table. */
export function waysOf(tables: Tables, table: string): Ways {
  const ways = known.get(tables) ?? new Map<string, Ways>();
  known.set(tables, ways);
  const found = ways.get(table) ?? find(tables, table);
  ways.set(table, found);
  return found;
}

function find(tables: Tables, table: string): Ways {
  const party = partyWays(tables, table);
  return {
    party,
    district: waysTo(tables, table, ({ table: to }) => to === 'locations'),
    division: waysTo(tables, table, ({ table: to }) => to === 'divisions'),
    shownBy:
      party.length > 0
        ? []
        : [...tables]
            .filter(([other]) => partyWays(tables, other).length > 0)
            .flatMap(([other, { references }]) =>
              references
                .filter((reference) => reference.table === table)
                .map((reference) => ({ table: other, reference })),
            ),
    link: isLink(tables, table),
  };
}

const isLink = (tables: Tables, table: string) => tables.get(table)?.columns.has(LINK_COLUMN) ?? false;

const partyWays = (tables: Tables, table: string) =>
  isLink(tables, table)
    ? []
    : waysTo(tables, table, ({ table: to, required }) => required && isLink(tables, to));

function waysTo(
  tables: Tables,
  table: string,
  arrives: (reference: Reference) => boolean,
  passed: readonly string[] = [],
): Way[] {
  return knownTable(tables, table).references.flatMap((reference): Way[] => {
    if (reference.table === table || passed.includes(reference.table)) return [];
    if (arrives(reference)) return [[reference]];
    if (!reference.required) return [];
    return waysTo(tables, reference.table, arrives, [...passed, table]).map((rest) => [reference, ...rest]);
  });
}
