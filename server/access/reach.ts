/** How far an account reaches: its instance, the instances it is linked to, its districts and divisions. */
import type { Account } from './accounts.ts';

/**
 * On which side of a record an operation stands: `own` with the owner's instance only, `both` also with the one
 * that is linked to it, `linked` with that one only. `files` are those of records on either side: each is as open as its
 * record, which `server/files/reading.ts` asks first, and nothing else is reached so.
 */
export type Side = 'own' | 'both' | 'linked' | 'files';

export interface Reach {
  /** The account's instance. */
  home: string;
  /** An administration reaches every instance. */
  everywhere: boolean;
  side: Side;
  /** Customers of other instances that stand for the account's, and these instances; empty on the side `own`. */
  customers: readonly string[];
  partners: readonly string[];
  /** Locations and divisions within which the rows of the account's instance are seen; empty: all. */
  districts: readonly string[];
  divisions: readonly string[];
}

/** The reach of an account in an operation that stands on a side. */
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

/** Whether only a part of the account's own instance is seen. */
export const isNarrowed = ({ districts, divisions }: Reach): boolean =>
  districts.length > 0 || divisions.length > 0;
