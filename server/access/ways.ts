/**
 * How a row concerns another party, a district or a division: the paths of foreign keys from its table to theirs. A
 * path follows only required references: a limit cannot exist without its contract, a container is where its evacuation
 * point is, but a vehicle is more than the parking where it is kept.
 */
import { knownTable, type Reference, type Tables } from '../database/knownTables.ts';

/** References in order, from the row's own to one of the target table. */
export type Way = readonly Reference[];

/** Column of the table of customers: its rows may represent another instance. */
export const LINK_COLUMN = 'linked_instance_id';

export interface Ways {
  /** Paths to customers; empty for a table of customers itself. */
  party: readonly Way[];
  /** Paths to locations and to divisions; the last reference may be null, then the row has no place. */
  district: readonly Way[];
  division: readonly Way[];
  /** Required references to this table by records between parties: such a record shows the rows it refers to. */
  shownBy: readonly { table: string; reference: Reference }[];
  /** Whether its rows themselves represent other instances. */
  link: boolean;
}

const known = new WeakMap<Tables, Map<string, Ways>>();

/** Returns the paths from a table. */
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
