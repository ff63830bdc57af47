/** The gate of an operation: permissions and kinds of instance, as the API files name them. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { Problem } from '../core/problems.ts';
import type { Account } from './accounts.ts';

/** What works while the password is the one that an administrator has set: changing it, and what the frame needs. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set([
  'authRenew',
  'sessionStart',
  'authLogout',
  'passwordChange',
  'systemInfo',
  'appProperty',
]);

/** What an ADMIN who views as another does as themselves: coming back to their own rights, or to those of a third. */
export const OF_VIEW: ReadonlySet<string> = new Set(['viewAsBegin', 'viewAsEnd', 'viewAsAccounts']);

/** Whether the account passes the operation's gate. */
export function mayCall(operation: ApiOperation, account: Account): boolean {
  try {
    requireRights(operation, account);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Throws unless the account passes the operation's gate; who views as another passes it as both. */
export function requireRights(operation: ApiOperation, account: Account): void {
  if (account.viewer) requireRights(operation, account.viewer);
  if (account.passwordChangeRequired && operation.scope !== 'public' && !BEFORE_CHANGE.has(operation.id)) {
    throw new Problem(403, 'passwordChangeRequired');
  }
  const { permissions, instanceTypes } = operation;
  if (permissions.length > 0 && !permissions.some((name) => account.permissions.includes(name))) {
    throw new Problem(403, 'forbidden');
  }
  if (instanceTypes && !instanceTypes.includes(account.instance.type)) {
    throw new Problem(403, 'instanceType');
  }
}
