/** What is known while a record changes: by a save, or by an action that moves it to another state. */
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
  /** What an action was given, where the API file says that it takes something. */
  input?: unknown;
  /** Instance of the record: its own, or for a new one that of its parent or of the account. */
  instanceId: string;
  /** The row as it stood, locked; undefined for a new record. */
  before?: OwnRow | undefined;
  /** The row of the record it belongs to, locked. */
  parent?: OwnRow | undefined;
}
