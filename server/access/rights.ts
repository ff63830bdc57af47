/** The gate of an operation: permissions and kinds of instance, as the API files name them. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { Problem } from '../http/problems.ts';
import type { Account } from './accounts.ts';

/** Throws unless the account passes the operation's gate. */
export function requireRights(operation: ApiOperation, account: Account): void {
  const { permissions, instanceTypes } = operation;
  if (permissions.length > 0 && !permissions.some((name) => account.permissions.includes(name))) {
    throw new Problem(403, 'forbidden');
  }
  if (instanceTypes && !instanceTypes.includes(account.instance.type)) {
    throw new Problem(403, 'instanceType');
  }
}
