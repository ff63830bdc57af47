/**
 * Who may subscribe: accounts that may call the read operation that declares the broadcast; it is called for zero rows.
 */
import { requireRights } from '../access/rights.ts';
import type { Account } from '../access/accounts.ts';
import { runOperation, type Ground } from '../access/operations.ts';
import { Problem, toProblem } from '../core/problems.ts';
import type { OperationChecks } from '../core/validation.ts';
import { EVERY_INSTANCE, type BroadcastEntry, type Broadcasts } from '../records/broadcasts.ts';

/** A subscription as requested by a client. */
export interface Wanted {
  broadcast: string;
  /** A value of the index parameter, an instance, or `*`: the account's own instance. */
  index: string;
}

export interface Admission extends Ground {
  broadcasts: Broadcasts;
  /** Checks of every operation, by its id. */
  checks: ReadonlyMap<string, OperationChecks>;
}

/** Returns the topic that the account may subscribe to; throws the problem of the last operation that refused. */
export async function admit(admission: Admission, account: Account, wanted: Wanted): Promise<string> {
  const { broadcast, index } = wanted;
  let refusal = new Problem(404, 'notFound');
  for (const entry of admission.broadcasts.get(broadcast) ?? []) {
    const topicIndex = entry.index === undefined ? instanceIndex(account, index) : index;
    if (topicIndex === undefined || (entry.index !== undefined && index === EVERY_INSTANCE)) continue;
    try {
      await ask(admission, account, entry, index);
      return `${broadcast}:${topicIndex}`;
    } catch (error) {
      refusal = toProblem(error);
      // Not a refusal but a failure: a retry may be admitted.
      if (refusal.status >= 500) throw error;
    }
  }
  throw refusal;
}

/** Returns the account's own instance; an administration reads all of them, and may name one. */
function instanceIndex(account: Account, index: string): string | undefined {
  const { id, type } = account.instance;
  if (type === 'ADMINISTRATION') return index;
  return index === EVERY_INSTANCE || index === id ? id : undefined;
}

async function ask(
  admission: Admission,
  account: Account,
  { operation, index: parameter }: BroadcastEntry,
  index: string,
): Promise<void> {
  requireRights(operation, account);
  const given = parameter === undefined ? {} : { [parameter]: index };
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters
        .filter((each) => each.in === place)
        .flatMap(({ name }) => (name in given ? [[name, given[name]]] : (NO_ROWS[name] ?? []))),
    );
  const check = admission.checks.get(operation.id);
  if (!check) throw new Error(`${operation.id} has no checks`);
  const { params, query } = check.request(of('path'), of('query'), undefined);
  const call = { ...NO_REQUEST, parameters: { ...query, ...params }, body: undefined };
  await runOperation(admission, operation, call, account);
}

/** Paging parameters that request no rows. */
const NO_ROWS: Record<string, [string, string][]> = { page: [['page', '0']], count: [['count', '0']] };

/** A call without an HTTP request, whose reply is not shown. */
const NO_REQUEST = {
  locale: 'ru' as const,
  translate: (key: string) => key,
  request: {
    address: '',
    userAgent: undefined,
    host: '',
    sessionToken: undefined,
    deviceToken: undefined,
    ifMatch: undefined,
  },
  setSession: () => undefined,
  setDevice: () => undefined,
};
