/** What the parts of the seed hand to each other. */
import type { DemoInstance } from './accounts.ts';

export interface SeedCustomer {
  id: string;
  shortName: string;
}

export interface SeedInstance extends DemoInstance {
  id: string;
  ownerCustomer: SeedCustomer;
  clients: SeedCustomer[];
  carriers: SeedCustomer[];
  vehicleIds: string[];
  /** Writes what needs the contracts: stands, plans, the days around today. */
  collect(): Promise<void>;
}
