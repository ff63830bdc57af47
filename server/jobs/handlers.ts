/** Operations of jobs: an account's own jobs, and for the ADMIN of an instance those of all its accounts. */
import { sql } from 'kysely';
import { shortNameOf } from '../access/accounts.ts';
import type { JobState } from '../database/tables/jobs.ts';
import { filesOf } from '../files/replies.ts';
import { handlers, instanceHandler, type Handlers, type InstanceCall } from '../access/handler.ts';
import { readList } from '../database/list.ts';
import { anyOf } from '../database/paging.ts';
import { notFound, Problem } from '../core/problems.ts';
import { loadCaptions } from '../records/captions.ts';
import { cancelJob } from './enqueue.ts';

type Asker = Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'translate' | 'operations'>;

export const jobHandlers: Handlers = handlers({
  jobPaging: instanceHandler<'jobPaging'>(
    async (call) => {
      const { parameters: query, account } = call;
      let rows = jobs(call).where('j.owner_id', '=', account.id);
      const states = query.filter?.states;
      if (states) rows = rows.where('j.state', '=', anyOf(states, 'text') as never);
      const sorts = { createTime: { by: sql.ref('j.create_time') } };
      const order = query.order ?? '+createTime';
      const list = { rows, shown: rows.select(FIELDS), order, sorts, id: sql.ref('j.id') };
      const page = await readList(call.scope.db, call, list, (row) => row);
      return { ...page, list: await replies(call, page.list) };
    },
    ['createTime'],
  ),

  jobGet: instanceHandler<'jobGet'>((call) => readJob(call, call.parameters.jobId)),

  jobCancel: instanceHandler<'jobCancel'>(async (call) => {
    const { jobId } = call.parameters;
    await readJob(call, jobId);
    const canceled = await call.scope.transaction((trx) => cancelJob(trx, jobId));
    if (!canceled) throw new Problem(409, 'jobOver');
    return readJob(call, jobId);
  }),
});

const FIELDS = [
  'j.id',
  'j.kind',
  sql<string | null>`j.input ->> 'title'`.as('title'),
  sql<string | null>`j.input ->> 'operation'`.as('operation'),
  'a.id as owner_id',
  'j.state',
  'j.progress',
  'j.error_key',
  'j.create_time',
  'j.start_time',
  'j.end_time',
  'j.version',
  'a.last_name',
  'a.first_name',
  'a.middle_name',
] as const;

interface JobRow {
  id: string;
  kind: string;
  title: string | null;
  /** The operation of the list that is exported. */
  operation: string | null;
  owner_id: string;
  state: JobState;
  progress: number;
  error_key: string | null;
  create_time: Date;
  start_time: Date | null;
  end_time: Date | null;
  version: number;
  last_name: string;
  first_name: string;
  middle_name: string | null;
}

function jobs({ scope }: Asker) {
  return scope.db.selectFrom('jobs as j').innerJoin('accounts as a', 'a.id', 'j.owner_id');
}

async function readJob(call: Asker, id: string) {
  const row = await jobs(call).select(FIELDS).where('j.id', '=', id).executeTakeFirst();
  const { account } = call;
  if (!row || (row.owner_id !== account.id && !account.permissions.includes('ADMIN'))) throw notFound();
  return (await replies(call, [row]))[0]!;
}

/** Returns whether the account may have the result: that of an export requires access to its list. */
function mayHave({ operations }: Asker, { operation }: JobRow): boolean {
  if (operation === null) return true;
  try {
    operations.require(operation);
    return true;
  } catch {
    // Refused, or a list that this version of the product no longer has.
    return false;
  }
}

async function replies(call: Asker, rows: readonly JobRow[]) {
  const { scope, locale, translate } = call;
  const captions = await loadCaptions(scope.db, locale);
  const ids = rows.filter((row) => mayHave(call, row)).map(({ id }) => id);
  const results = await filesOf(scope.db, 'job', 'result', ids);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title ?? translate(`server.job.${row.kind}`),
    ownerId: row.owner_id,
    owner: shortNameOf({ lastName: row.last_name, firstName: row.first_name, middleName: row.middle_name }),
    state: captions.value('jobStates', row.state),
    progress: row.progress,
    result: results.get(row.id)?.[0] ?? null,
    errorKey: row.error_key,
    error: row.error_key && translate(`server.${row.error_key}`),
    createTime: row.create_time.toISOString(),
    startTime: row.start_time?.toISOString() ?? null,
    endTime: row.end_time?.toISOString() ?? null,
    version: row.version,
  }));
}
