/** All records and handlers of the product, by operationId. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { Db } from '../database/connection.ts';
import type { BuildInfo } from '../core/buildInfo.ts';
import type { PageLimits } from '../core/paging.ts';
import { createFileHandlers } from '../files/handlers.ts';
import { DEFAULT_FILE_SETTINGS, type FileSettings } from '../files/settings.ts';
import type { Handlers } from '../access/handler.ts';
import { DEFAULT_MAP, type MapSettings } from '../map/settings.ts';
import { talonAt } from '../integrations/talon.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { requireTables } from '../records/fit.ts';
import { OTHER_KINDS } from '../records/auditKinds.ts';
import { bindRecords, recordHandlers } from '../records/handlers.ts';
import { workingDays } from './agreement/calendar.ts';
import { carrierClaims } from './agreement/claims.ts';
import { csoris } from './agreement/csoris.ts';
import { agreementHandlers } from './agreement/handlers.ts';
import { reportEditorHandlers } from './reports/editor.ts';
import { reportExchangeHandlers } from './reports/exchange.ts';
import { reportOptionHandlers } from './reports/options.ts';
import { reportReaderHandlers } from './reports/reader.ts';
import { reportRequestHandlers } from './reports/requests.ts';
import { authHandlers } from './auth/auth.ts';
import { startHandlers } from './auth/start.ts';
import { passwordHandlers } from './auth/password.ts';
import { viewAsHandlers } from './auth/viewAs.ts';
import { classifierHandlers } from './classifiers/classifiers.ts';
import { ruleHandlers } from './contracts/applyRules.ts';
import { contractClaimRules, contractIncidentRules } from './contracts/checkRules.ts';
import { contractAreaRules } from './contracts/areaRules.ts';
import { contractBatchHandlers } from './contracts/batch.ts';
import { contractConfirmModes } from './contracts/confirmModes.ts';
import { contractContainerGroups } from './contracts/containerGroups.ts';
import { contracts } from './contracts/contracts.ts';
import { contractCustomerVehicles } from './contracts/customerVehicles.ts';
import { contractDistricts } from './contracts/districts.ts';
import { contractDocuments } from './contracts/documents.ts';
import { contractFileHandlers } from './contracts/files.ts';
import { contractLimitHandlers, contractLimits } from './contracts/limits.ts';
import { contractPolicies } from './contracts/policies.ts';
import { manageHandlers } from './contracts/manage.ts';
import { printHandlers } from './contracts/print.ts';
import { contractRecalcRules } from './contracts/recalcRules.ts';
import { contractCollectionTariffs, contractCustomerTariffs } from './contracts/tariffs.ts';
import { contractTransportations } from './contracts/transportations.ts';
import { talonHandlers } from './contracts/talon.ts';
import { contractPlans } from './contracts/plans.ts';
import { contractPrototypes } from './contracts/prototypes.ts';
import { publicationHandlers } from './contracts/publication.ts';
import { contractReadHandlers } from './contracts/reads.ts';
import { contractRestrictions } from './contracts/restrictions.ts';
import { contractSubscriptions } from './contracts/subscriptions.ts';
import { switchHandlers } from './contracts/switches.ts';
import { contractVehicles } from './contracts/vehicles.ts';
import { contractVisitPoints } from './contracts/visitPoints.ts';
import { customerHandlers, customers } from './customers/customers.ts';
import { dictionaryHandlers } from './dictionaries/dictionaries.ts';
import { eventHandlers } from './events/events.ts';
import { eventListHandlers } from './events/list.ts';
import { inventoryHandlers } from './inventories/choice.ts';
import { inventoryDifferences } from './inventories/differences.ts';
import { inventories } from './inventories/inventories.ts';
import { inventoryStands } from './inventories/inventoryStands.ts';
import { pointGroupActionHandlers } from './pointGroups/actions.ts';
import { pointGroupDirectories } from './pointGroups/directories.ts';
import { pointGroupDuplicateHandlers } from './pointGroups/duplicates.ts';
import { pointGroups } from './pointGroups/groups.ts';
import { pointGroupHistoryHandlers } from './pointGroups/history.ts';
import { pointGroupListHandlers } from './pointGroups/lists.ts';
import { pointHandlersOf } from './pointGroups/points.ts';
import { roadClosureHandlers, roadClosures } from './pointGroups/roadClosures.ts';
import { visibilityHandlers } from './pointGroups/visibility.ts';
import { comparisonHandlers } from './hypotheses/comparison.ts';
import { hypotheses } from './hypotheses/hypothesis.ts';
import { hypothesisHandlers } from './hypotheses/hypothesisHandlers.ts';
import { moveHandlers } from './hypotheses/moves.ts';
import { routeHandlers } from './hypotheses/routes.ts';
import { saveGroupHandlers } from './hypotheses/saveGroups.ts';
import { solutionHandlers, solutions } from './hypotheses/solutions.ts';
import { studioHandlers } from './hypotheses/studio.ts';
import { vDayHandlers } from './hypotheses/vDays.ts';
import { vTaskItemHandlers } from './hypotheses/vTaskItems.ts';
import { vUnits } from './hypotheses/vUnits.ts';
import { incidentHandlers, incidents } from './incidents/incidents.ts';
import { wayRestrictions } from './pointGroups/wayRestrictions.ts';
import { preferenceHandlers } from './preferences/preferences.ts';
import { analysisHandlers } from './results/analysis.ts';
import { judgeHandlers } from './results/nightly.ts';
import { visitPhotos } from './results/photos.ts';
import { reviewHandlers } from './results/review.ts';
import { telematicsHandlers } from './results/telematics.ts';
import { tievrHandlers } from './results/tievrs.ts';
import { accessHandlers } from './system/access.ts';
import { accounts } from './system/accounts.ts';
import { accountSessionHandlers } from './system/accountSessions.ts';
import { appPropertyHandlers } from './system/appProperties.ts';
import { auditEntitiesHandler, auditLogHandlers } from './system/auditLog.ts';
import { locationHandlers } from './system/locations.ts';
import { profileHandlers } from './system/profile.ts';
import { roles } from './system/roles.ts';
import { securityLogHandlers } from './system/securityLog.ts';
import { standMapHandlers } from './stands/map.ts';
import { stands } from './stands/stands.ts';
import { staffHandlers } from './staff/staff.ts';
import { rowCountHandlers } from './system/rowCounts.ts';
import { toDoHandlers } from './system/toDo.ts';
import { systemHandlers } from './system/system.ts';
import { sheetHandlers } from '../sheets/handlers.ts';
import type { TravelTimes } from '../travel/port.ts';
import { DEFAULT_TRAVEL, travelTimes } from '../travel/travel.ts';
import { SHEETS } from './sheets.ts';
import { timeCorrections } from './timeCorrections/timeCorrections.ts';
import { tierHandlers } from './tasks/tiers.ts';
import { units } from './units/unit.ts';
import { unitHandlers } from './units/units.ts';
import { fuelCards } from './vehicles/fuelCards.ts';
import { vehiclePhotos } from './vehicles/photos.ts';
import { terminalHandlers } from './vehicles/terminals.ts';
import { polygonTickets } from './vehicles/tickets.ts';
import { vehicles } from './vehicles/vehicles.ts';
import { coupons } from './visitPoints/coupons.ts';
import { pointHandlers } from './visitPoints/pointHandlers.ts';
import { trafficHandlers } from './visitPoints/traffic.ts';
import { visitPoints } from './visitPoints/visitPoints.ts';
import { weighingHandlers, weighings } from './visitPoints/weighings.ts';

/** Every kind of record of the product. */
export const records = [
  // A parent record precedes its parts.
  customers,
  contracts,
  contractLimits,
  contractDistricts,
  contractVehicles,
  contractCollectionTariffs,
  contractCustomerTariffs,
  contractPolicies,
  contractIncidentRules,
  contractClaimRules,
  contractRecalcRules,
  contractTransportations,
  csoris,
  carrierClaims,
  workingDays,
  roles,
  accounts,
  vehicles,
  polygonTickets,
  vehiclePhotos,
  fuelCards,
  units,
  visitPoints,
  coupons,
  weighings,
  contractPlans,
  contractContainerGroups,
  contractAreaRules,
  contractConfirmModes,
  contractPrototypes,
  contractCustomerVehicles,
  contractDocuments,
  contractSubscriptions,
  contractRestrictions,
  contractVisitPoints,
  timeCorrections,
  stands,
  inventories,
  inventoryStands,
  inventoryDifferences,
  pointGroupDirectories,
  pointGroups,
  hypotheses,
  vUnits,
  solutions,
  incidents,
  visitPhotos,
  wayRestrictions,
  roadClosures,
];

/** The kinds of entries that the audit log may contain. */
export const AUDITED = [...records.map(({ name }) => name), ...Object.keys(OTHER_KINDS)];

export interface HandlerOptions {
  build: BuildInfo;
  files?: FileSettings | undefined;
  /** Address of the talon system; without one its calls return "not available". */
  talonUrl?: string | undefined;
  /** Folder of the built browser app, whose routes administrators see. */
  staticDir?: string | undefined;
  pageLimits?: PageLimits | undefined;
  /** The base map; the demo's own if not given. */
  map?: MapSettings | undefined;
  /** Source of travel times; the roads of the demo if not given. */
  travel?: TravelTimes | undefined;
}

/** Collects the handlers of all modules. */
export function createHandlers(api: ApiCatalogue, options: HandlerOptions): Handlers {
  const {
    build,
    files = DEFAULT_FILE_SETTINGS,
    talonUrl,
    staticDir,
    pageLimits,
    map = DEFAULT_MAP,
    travel = travelTimes(DEFAULT_TRAVEL),
  } = options;
  return {
    ...authHandlers,
    ...startHandlers(build),
    ...passwordHandlers,
    ...viewAsHandlers,
    ...accessHandlers(staticDir),
    ...profileHandlers,
    ...locationHandlers,
    ...accountSessionHandlers,
    ...securityLogHandlers,
    ...auditLogHandlers(api, records),
    ...appPropertyHandlers,
    ...systemHandlers(build, map),
    ...rowCountHandlers,
    ...dictionaryHandlers(api, { auditEntities: auditEntitiesHandler(AUDITED) }),
    ...createFileHandlers(api, files),
    ...jobHandlers,
    ...recordHandlers(api, records, pageLimits),
    ...classifierHandlers,
    ...customerHandlers,
    ...contractLimitHandlers,
    ...agreementHandlers(api, files),
    ...ruleHandlers,
    ...printHandlers(api),
    ...talonHandlers(talonAt(talonUrl)),
    ...manageHandlers,
    ...contractFileHandlers(files),
    ...contractReadHandlers,
    ...contractBatchHandlers(api),
    ...publicationHandlers,
    ...switchHandlers,
    ...eventHandlers,
    ...eventListHandlers(api),
    ...preferenceHandlers,
    ...staffHandlers,
    ...terminalHandlers,
    ...unitHandlers,
    ...tierHandlers,
    ...tievrHandlers,
    ...reviewHandlers,
    ...analysisHandlers,
    ...judgeHandlers,
    ...telematicsHandlers,
    ...incidentHandlers(api),
    ...sheetHandlers(api, SHEETS),
    ...hypothesisHandlers,
    ...vDayHandlers,
    ...vTaskItemHandlers(pageLimits),
    ...solutionHandlers,
    ...routeHandlers,
    ...comparisonHandlers,
    ...studioHandlers,
    ...saveGroupHandlers,
    ...moveHandlers(travel),
    ...toDoHandlers(api, records),
    ...pointGroupDuplicateHandlers,
    ...pointGroupListHandlers,
    ...pointGroupActionHandlers,
    ...pointHandlersOf(api),
    ...visibilityHandlers,
    ...pointGroupHistoryHandlers,
    ...roadClosureHandlers,
    ...pointHandlers,
    ...standMapHandlers,
    ...inventoryHandlers(api),
    ...trafficHandlers,
    ...weighingHandlers(api, pageLimits),
    ...reportReaderHandlers,
    ...reportRequestHandlers(files),
    ...reportOptionHandlers,
    ...reportEditorHandlers,
    ...reportExchangeHandlers(api),
  };
}

/** Throws when the database lacks what the records need. */
export async function checkDatabase(api: ApiCatalogue, db: Db): Promise<void> {
  await requireTables(db, bindRecords(api, records));
}
