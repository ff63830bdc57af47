/** The signed-in account, and the account that the last visit left in the storage. */
import type { Stored } from '../data/storage.ts';

export interface Account {
  login: string;
  permissions: string[];
  firstName?: string;
  lastName?: string;
  middleName?: string | null;
  /** `light` or `dark`: the theme that the account has chosen. */
  theme?: string | null;
  /** The account as which an ADMIN views at present; `permissions` are then those that both have. */
  viewAs?: {
    login: string | null;
    name: string | null;
    instanceName: string | null;
    ownPermissions: string[];
  } | null;
}

/** System information of the instance; before sign-in that of the host. */
export interface SystemInfo {
  instanceName: string;
  instanceType: string;
  footerText?: string;
  version?: string;
  timeZone?: string;
  /** `light` or `dark`, for users who have chosen no theme. */
  currentTheme?: string;
}

/** Instance and settings, read together with the account. */
export interface Facts {
  system?: SystemInfo;
  properties: Record<string, unknown>;
}

/** Key of the account in the storage; other tabs watch it. */
export const USER = 'user';
const FACTS = 'facts';

/** The account of the last visit; an unreadable one is reported and removed. */
export function storedAccount(storage: Stored): Account | undefined {
  const text = storage.read(USER);
  if (text === null) return undefined;
  try {
    const account = JSON.parse(text) as Account;
    if (typeof account?.login === 'string' && Array.isArray(account.permissions)) return account;
    throw new Error('it is no account');
  } catch (error) {
    console.warn('The stored account could not be read and was removed', error);
    storage.write(USER, undefined);
    return undefined;
  }
}

/** Instance and settings of the last visit, if they were stored for this account. */
export function storedFacts(storage: Stored, account: Account): Facts | undefined {
  try {
    const stored = JSON.parse(storage.read(FACTS) ?? '{}') as Partial<Facts> & { login?: string };
    const { login, system, properties } = stored;
    return login === account.login && system && properties ? { system, properties } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the account, and instance and settings if passed, for the next visit. */
export function storeAccount(storage: Stored, account: Account, facts?: Facts): void {
  storage.write(USER, JSON.stringify(account));
  if (facts) storage.write(FACTS, JSON.stringify({ login: account.login, ...facts }));
}

export function forgetAccount(storage: Stored): void {
  storage.write(USER, undefined);
  storage.write(FACTS, undefined);
}
