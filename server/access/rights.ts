/** Access checks of an operation: permissions and instance types, as declared in the API files. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { Problem } from '../core/problems.ts';
import type { Account } from './accounts.ts';

/** Operations allowed while the password is one set by an administrator: changing it, and what the page frame needs. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set([
  'authRenew',
  'sessionStart',
  'authLogout',
  'passwordChange',
  'systemInfo',
  'appProperty',
]);

/** Operations that an ADMIN who views as another calls as themselves: ending the view, or choosing another account. */
export const OF_VIEW: ReadonlySet<string> = new Set(['viewAsBegin', 'viewAsEnd', 'viewAsAccounts']);

/** Returns whether the account may call the operation. */
export function mayCall(operation: ApiOperation, account: Account): boolean {
  try {
    requireRights(operation, account);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Throws unless the account may call the operation; an ADMIN who views as another needs the rights of both. */
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
