/** Types that the parts of the seed share. */
import type { DemoInstance } from './accounts.ts';
import type { Ground } from './ground.ts';
import type { SeedPlaces } from './places.ts';

export interface SeedCustomer {
  id: string;
  shortName: string;
}

export interface SeedVehicle {
  id: string;
  regNumber: string;
  model: string;
  type: string;
}

export interface SeedInstance extends DemoInstance {
  id: string;
  ownerCustomer: SeedCustomer;
  clients: SeedCustomer[];
  carriers: SeedCustomer[];
  vehicleIds: string[];
  ground: Ground;
  places: SeedPlaces;
  fleet: SeedVehicle[];
  driverIds: string[];
}
