/** The tables as typed for the query builder, by area. */
import type { AccessTables } from './tables/access.ts';
import type { AgreementTables } from './tables/agreements.ts';
import type { CarrierResultTables } from './tables/carrierResults.ts';
import type { CollectionTables } from './tables/collection.ts';
import type { FileTables } from './tables/files.ts';
import type { FleetTables } from './tables/fleet.ts';
import type { InventoryTables } from './tables/inventories.ts';
import type { HypothesisTables } from './tables/hypotheses.ts';
import type { JobTables } from './tables/jobs.ts';
import type { LiveTables } from './tables/live.ts';
import type { PartyTables } from './tables/parties.ts';
import type { PlaceTables } from './tables/places.ts';
import type { PointGroupTables } from './tables/pointGroups.ts';
import type { ResultTables } from './tables/results.ts';
import type { ReportTables } from './tables/reports.ts';
import type { SheetTables } from './tables/sheets.ts';
import type { SharedTables } from './tables/shared.ts';
import type { WeighingTables } from './tables/weighing.ts';

export type { InstanceType } from './tables/access.ts';

export interface Database
  extends
    AccessTables,
    SharedTables,
    PlaceTables,
    PartyTables,
    AgreementTables,
    CarrierResultTables,
    FleetTables,
    CollectionTables,
    InventoryTables,
    HypothesisTables,
    ResultTables,
    WeighingTables,
    LiveTables,
    FileTables,
    JobTables,
    SheetTables,
    PointGroupTables,
    ReportTables {}
