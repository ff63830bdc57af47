/** Who may subscribe: whoever the read operation that names the broadcast would answer, asked for no rows. */
import { requireRights } from '../access/rights.ts';
import type { Account } from '../access/accounts.ts';
import { runOperation, type Ground } from '../access/operations.ts';
import { Problem, toProblem } from '../core/problems.ts';
import type { OperationChecks } from '../core/validation.ts';
import { EVERY_INSTANCE, type BroadcastEntry, type Broadcasts } from '../records/broadcasts.ts';

/** What a client subscribes to, as it asks for it. */
export interface Wanted {
  broadcast: string;
  /** A value of the index parameter, an instance, or `*`: one's own instance. */
  index: string;
}

export interface Admission extends Ground {
  broadcasts: Broadcasts;
  /** Of each operation, by its name. */
  checks: ReadonlyMap<string, OperationChecks>;
}

/** The topic that the account may be told of; throws the problem of the last operation that refused. */
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
      // Not a refusal but a failure: asked again it may be admitted.
      if (refusal.status >= 500) throw error;
    }
  }
  throw refusal;
}

/** One's own instance; an administration sees every one, and may name one. */
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

/** What is asked of a page: nothing of it. */
const NO_ROWS: Record<string, [string, string][]> = { page: [['page', '0']], count: [['count', '0']] };

/** No request stands behind the question, and its answer is not shown. */
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
