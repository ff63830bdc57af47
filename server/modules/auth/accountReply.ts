/** Account data for the browser. */
import { shortNameOf, type Account } from '../../access/accounts.ts';

export function accountReply(account: Account) {
  // The reach of the account is for the scope alone and not sent.
  const { id, name, type, ownerCustomer } = account.instance;
  return {
    id: account.id,
    login: account.login,
    firstName: account.firstName,
    middleName: account.middleName,
    lastName: account.lastName,
    permissions: account.permissions,
    passwordChangeRequired: account.passwordChangeRequired,
    system: account.system,
    theme: account.theme,
    staff: account.staff,
    instance: { id, name, type, ownerCustomer },
    viewAs: viewOf(account),
  };
}

/** Describes the viewed account of the session, and the permissions of the ADMIN who views. */
function viewOf({ viewer, viewed }: Account) {
  if (!viewer) return null;
  return {
    login: viewed?.login ?? null,
    name: viewed ? shortNameOf(viewed) : null,
    instanceName: viewed?.instance.name ?? null,
    ownPermissions: viewer.permissions,
  };
}
