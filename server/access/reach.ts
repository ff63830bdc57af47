/** How far an account reaches: its instance, the instances it is linked to, its districts and divisions. */
import type { Account } from './accounts.ts';

/**
 * The side of a record that may call an operation: `own` is the owner's instance only, `both` also the linked party,
 * `linked` the linked party only. `files` are files of records on either side: each is as visible as its record, which
 * `server/files/reading.ts` checks first, and nothing else is reached that way.
 */
export type Side = 'own' | 'both' | 'linked' | 'files';

export interface Reach {
  /** The account's instance. */
  home: string;
  /** An administration reaches every instance. */
  everywhere: boolean;
  side: Side;
  /**
   * Customers of other instances that represent the account's instance, and those instances; empty on the side `own`.
   */
  customers: readonly string[];
  partners: readonly string[];
  /** Locations and divisions to which rows of the account's instance are narrowed; empty: all rows. */
  districts: readonly string[];
  divisions: readonly string[];
}

/** Returns the reach of an account for operations of this side. */
export function reachOf({ instance, links, districts, divisions }: Account, side: Side): Reach {
  return {
    home: instance.id,
    everywhere: instance.type === 'ADMINISTRATION',
    side,
    customers: side === 'own' ? [] : links.map(({ customerId }) => customerId),
    partners: side === 'own' ? [] : [...new Set(links.map(({ instanceId }) => instanceId))],
    districts,
    divisions,
  };
}

/** Returns whether the account sees only a part of its own instance. */
export const isNarrowed = ({ districts, divisions }: Reach): boolean =>
  districts.length > 0 || divisions.length > 0;
