/** What the browser is told of the account that is signed in. */
import { shortNameOf, type Account } from '../../access/accounts.ts';

export function accountReply(account: Account) {
  // What narrows an account is for the scope alone.
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

/** As whom the session views, and what its ADMIN may otherwise. */
function viewOf({ viewer, viewed }: Account) {
  if (!viewer) return null;
  return {
    login: viewed?.login ?? null,
    name: viewed ? shortNameOf(viewed) : null,
    instanceName: viewed?.instance.name ?? null,
    ownPermissions: viewer.permissions,
  };
}
