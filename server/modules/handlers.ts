/** All records and handlers of the product, by operationId. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { Db } from '../database/connection.ts';
import type { BuildInfo } from '../http/buildInfo.ts';
import { createFileHandlers } from '../files/handlers.ts';
import { DEFAULT_FILE_SETTINGS, type FileSettings } from '../files/settings.ts';
import type { Handlers } from '../http/handler.ts';
import { talonAt } from '../integrations/talon.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { requireTables } from '../records/fit.ts';
import { bindRecords, recordHandlers } from '../records/handlers.ts';
import { authHandlers } from './auth/auth.ts';
import { passwordHandlers } from './auth/password.ts';
import { classifierHandlers } from './classifiers/classifiers.ts';
import { ruleHandlers } from './contracts/applyRules.ts';
import { contractClaimRules, contractIncidentRules } from './contracts/checkRules.ts';
import { contracts } from './contracts/contracts.ts';
import { contractDistricts } from './contracts/districts.ts';
import { contractLimitHandlers, contractLimits } from './contracts/limits.ts';
import { contractPolicies } from './contracts/policies.ts';
import { policyHandlers } from './contracts/policyTransitions.ts';
import { manageHandlers } from './contracts/manage.ts';
import { printHandlers } from './contracts/print.ts';
import { contractRecalcRules } from './contracts/recalcRules.ts';
import { contractCollectionTariffs, contractCustomerTariffs } from './contracts/tariffs.ts';
import { contractTransportations } from './contracts/transportations.ts';
import { talonHandlers } from './contracts/talon.ts';
import { contractVehicles } from './contracts/vehicles.ts';
import { customerHandlers, customers } from './customers/customers.ts';
import { dictionaryHandlers } from './dictionaries/dictionaries.ts';
import { eventHandlers } from './events/events.ts';
import { eventListHandlers } from './events/list.ts';
import { preferenceHandlers } from './preferences/preferences.ts';
import { accounts } from './system/accounts.ts';
import { accountSessionHandlers } from './system/accountSessions.ts';
import { appPropertyHandlers } from './system/appProperties.ts';
import { auditEntitiesHandler, auditLogHandlers } from './system/auditLog.ts';
import { profileHandlers } from './system/profile.ts';
import { roles } from './system/roles.ts';
import { securityLogHandlers } from './system/securityLog.ts';
import { systemHandlers } from './system/system.ts';

/** Every kind of record of the product. */
export const records = [
  // One that others belong to stands before them.
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
  roles,
  accounts,
];

/** What the audit log tells of: the records, and what is changed by operations of its own. */
const AUDITED = [...records.map(({ name }) => name), 'classifier', 'preference', 'appProperty'];

/** Gathers the handlers of every module. */
export function createHandlers(
  api: ApiCatalogue,
  build: BuildInfo,
  files: FileSettings = DEFAULT_FILE_SETTINGS,
  /** Address of the talon system; without one it is told as gone. */
  talonUrl?: string,
): Handlers {
  return {
    ...authHandlers,
    ...passwordHandlers,
    ...profileHandlers,
    ...accountSessionHandlers,
    ...securityLogHandlers,
    ...auditLogHandlers,
    ...appPropertyHandlers,
    ...systemHandlers(build),
    ...dictionaryHandlers(api, { auditEntities: auditEntitiesHandler(AUDITED) }),
    ...createFileHandlers(api, files),
    ...jobHandlers,
    ...recordHandlers(api, records),
    ...classifierHandlers,
    ...customerHandlers,
    ...contractLimitHandlers,
    ...policyHandlers,
    ...ruleHandlers,
    ...printHandlers(api),
    ...talonHandlers(talonAt(talonUrl)),
    ...manageHandlers,
    ...eventHandlers,
    ...eventListHandlers,
    ...preferenceHandlers,
  };
}

/** Throws when the database lacks what the records need. */
export async function checkDatabase(api: ApiCatalogue, db: Db): Promise<void> {
  await requireTables(db, bindRecords(api, records));
}
