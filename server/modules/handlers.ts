/** All handlers of the product, by operationId. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { BuildInfo } from '../http/buildInfo.ts';
import { createFileHandlers } from '../files/handlers.ts';
import { DEFAULT_FILE_SETTINGS, type FileSettings } from '../files/settings.ts';
import type { Handlers } from '../http/handler.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { authHandlers } from './auth/auth.ts';
import { contractHandlers } from './contracts/contracts.ts';
import { contractDistrictHandlers } from './contracts/districts.ts';
import { contractLimitHandlers } from './contracts/limits.ts';
import { contractVehicleHandlers } from './contracts/vehicles.ts';
import { customerHandlers } from './customers/customers.ts';
import { dictionaryHandlers } from './dictionaries/dictionaries.ts';
import { eventHandlers } from './events/events.ts';
import { systemHandlers } from './system/system.ts';

/** Gathers the handlers of every module. */
export function createHandlers(
  api: ApiCatalogue,
  build: BuildInfo,
  files: FileSettings = DEFAULT_FILE_SETTINGS,
): Handlers {
  return {
    ...authHandlers,
    ...systemHandlers(build),
    ...dictionaryHandlers(api),
    ...createFileHandlers(api, files),
    ...jobHandlers,
    ...customerHandlers,
    ...contractHandlers,
    ...contractLimitHandlers,
    ...contractDistrictHandlers,
    ...contractVehicleHandlers,
    ...eventHandlers,
  };
}
