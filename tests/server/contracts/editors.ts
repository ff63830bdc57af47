/** Two concurrent editors of one record, again and again: acknowledged changes must be in the record. */
import { columnOf } from '../../../server/records/rows.ts';
import { saveSchemaOf } from '../../../server/records/bind.ts';
import { Random } from '../../../server/core/random.ts';
import { contractsBetween } from '../scope/contracts.ts';
import { savedOf } from '../saved.ts';
import { signIn, type Client, type TestServer } from '../support.ts';

export interface Tally {
  kinds: number;
  acknowledged: number;
  /** Refused because the other editor saved first. */
  stale: number;
  lost: number;
  /** Replies with any other status. */
  strange: string[];
}

/** The texts to which editors add their marks. */
const TEXTS = ['comment', 'terms'];

interface Kind {
  path: string;
  text: string;
  /** The properties of the record that a save accepts. */
  saved(record: Saved): Saved;
  id: string;
}

/** Every kind of record under a contract that has a text, and the contract itself. */
async function kindsOf({ api, pool }: TestServer, ids: Record<string, string>): Promise<Kind[]> {
  await pool.query(
    `update contract_policies set status = 'STATUS_NOT_SET', ${columnOf('rejectReason')} = null,
       expiration_date = null where id = $1`,
    [ids['contractPolicy']],
  );
  return [...api.resources.values()].flatMap((resource) => {
    const id = ids[resource.name];
    const saved = Object.keys(api.schemas[saveSchemaOf(resource)]?.properties ?? {});
    const text = TEXTS.find((name) => saved.includes(name));
    return id && text
      ? [
          {
            path: resource.path.replace('/api/v3', ''),
            text,
            saved: (record: Saved) => savedOf(api, resource.name, record),
            id,
          },
        ]
      : [];
  });
}

/** Lets two editors meet `count` times, cycling through records of all kinds. */
export async function meet(server: TestServer, count: number, seed = 7): Promise<Tally> {
  const { supplier } = await contractsBetween(server);
  const kinds = await kindsOf(server, supplier);
  const editors = await Promise.all([signIn(server, 'manager'), signIn(server, 'admin')]);
  const tally: Tally = { kinds: kinds.length, acknowledged: 0, stale: 0, lost: 0, strange: [] };
  const random = new Random(seed);
  for (let at = 0; at < count; at += 1) {
    const kind = kinds[at % kinds.length]!;
    const marks = await Promise.all(
      editors.map((client, who) => edit(client, kind, `${at}.${who}`, random.int(1, 3), random, tally)),
    );
    const text = String((await read(editors[0]!, kind))[kind.text] ?? '');
    const acknowledged = marks.flat();
    tally.acknowledged += acknowledged.length;
    tally.lost += acknowledged.filter((mark) => !text.includes(mark)).length;
    await save(editors[0]!, kind, { ...(await read(editors[0]!, kind)), [kind.text]: null });
  }
  return tally;
}

/** Adds marks to the text as it was read; returns those that were acknowledged. */
async function edit(client: Client, kind: Kind, name: string, times: number, random: Random, tally: Tally) {
  const acknowledged: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const record = await read(client, kind);
    // The other editor may or may not read or save in between.
    for (let turns = random.int(0, 3); turns > 0; turns -= 1) await read(client, kind);
    const mark = `[${name}.${time}]`;
    const text = `${String(record[kind.text] ?? '')}${mark}`;
    const { status, body } = await save(client, kind, { ...record, [kind.text]: text });
    if (status === 200) acknowledged.push(mark);
    else if (status === 412) tally.stale += 1;
    else tally.strange.push(`${kind.path}: ${status} ${JSON.stringify(body)}`);
  }
  return acknowledged;
}

type Saved = Record<string, unknown>;

const read = async (client: Client, { path, id }: Kind) => (await client.get<Saved>(`${path}/${id}`)).body;

const save = (client: Client, { path, saved }: Kind, record: Saved) => client.post(path, saved(record));
