/** Kills the server of a heavy job 50 times while two clients watch its record. */
import { JobNodes } from '../../server/jobs/nodes.ts';
import { createRecords } from '../../server/jobs/recordJobs.ts';
import { killWatched, type Takeovers } from '../../server/jobs/takeovers.ts';
import { startTestServer } from '../../server/support.ts';
import type { Audit } from '../audit.ts';

const KILLS = 50;
const KILLS_A_STEP = 10;

const audit: Audit = async (step) => {
  const parts: Takeovers[] = [];
  for (let from = 1; from <= KILLS; from += KILLS_A_STEP)
    parts.push(await step(`kills ${from}–${from + KILLS_A_STEP - 1}`, kill));
  const sum = (figure: keyof Takeovers) => parts.reduce((total, part) => total + part[figure], 0);
  const [lost, doubled, stuck] = [sum('lost'), sum('doubled'), sum('stuck')];
  return [
    {
      what: `Server of a heavy job killed ${sum('kills')} times, its record watched in two windows`,
      goal: 'taken over; no message lost or doubled, no record left open',
      reached: `${lost} messages lost, ${doubled} doubled, ${stuck} records left open or closed twice`,
      ok: lost + doubled + stuck === 0,
    },
  ];
};
export default audit;

async function kill(): Promise<Takeovers> {
  const server = await startTestServer({ scale: 0.02 });
  const nodes = new JobNodes(server);
  try {
    await createRecords(server.pool);
    return await killWatched(server, nodes, KILLS_A_STEP);
  } finally {
    await nodes.close();
    await server.close();
  }
}
