/** The context of a change to a record: by a save, or by an action that moves it to another state. */
import type { Account } from '../access/accounts.ts';
import type { ScopedTransaction } from '../access/scope.ts';
import type { AuditAction } from './auditKinds.ts';
import type { OwnRow } from './rows.ts';

export interface Change<Body = unknown> {
  trx: ScopedTransaction;
  account: Account;
  /** `create`, `save`, `delete` or the name of the action. */
  action: AuditAction;
  body: Body;
  /** Input of an action, where the API file declares one. */
  input?: unknown;
  /** Instance of the record: its own, or for a new one that of its parent or of the account. */
  instanceId: string;
  /** The row before the change, locked; undefined for a new record. */
  before?: OwnRow | undefined;
  /** The row of the parent record, locked. */
  parent?: OwnRow | undefined;
}
