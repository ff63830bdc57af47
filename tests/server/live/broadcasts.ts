/** The product's API files with the broadcasts that these tests listen to, whatever the screens use. */
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { OpenApiLive } from '../../../engine/language/openapi.ts';
import type { JsonSchema } from '../../../engine/language/schema.ts';
import { loadApi } from '../../../server/core/projectFiles.ts';
import { ROOT } from '../support.ts';

const LIVE: Record<string, OpenApiLive[]> = {
  contractPaging: [{ broadcast: 'contract' }],
  contractGet: [{ broadcast: 'contract', index: 'contractId' }],
  contractLimitPaging: [{ broadcast: 'contractLimit', index: 'contractId' }],
  contractDistrictPaging: [{ broadcast: 'contractDistrict', index: 'contractId' }],
  customerPaging: [{ broadcast: 'customer', dto: 'CustomerLive' }],
};

/** Schema of a message about a customer: no captions. */
const CUSTOMER: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'string' }, shortName: { type: 'string' } },
  required: ['id', 'shortName'],
};

export function liveApi(live: Record<string, OpenApiLive[]> = LIVE, customer = CUSTOMER): ApiCatalogue {
  const api = loadApi(ROOT);
  return {
    ...api,
    schemas: { ...api.schemas, CustomerLive: customer },
    operations: new Map(
      [...api.operations].map(([id, operation]) => [
        id,
        {
          ...operation,
          // The server refuses to start when the to-do list is not live.
          live: live[id] ?? (id === 'toDo' ? operation.live : []),
        },
      ]),
    ),
  };
}
