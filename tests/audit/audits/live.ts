/** The live channel cut 500 times, reconnecting to one of two servers each time: no message is lost or duplicated. */
import { contractOf } from '../../server/live/changes.ts';
import { Balancer, liveClient, startCluster } from '../../server/live/cluster.ts';
import { cutAndReport, tally, tell, until } from '../../server/live/cuts.ts';
import { signIn } from '../../server/support.ts';
import type { Audit } from '../audit.ts';

const CUTS = 500;

interface Tally {
  told: number;
  lost: number;
  doubled: number;
  disordered: number;
  resets: number;
}

const audit: Audit = async (step) => {
  const { told, ...faults } = await step('cuts', cutOften);
  return [
    {
      what: `Live channel cut ${CUTS} times`,
      goal: 'always reconnects, nothing lost or doubled',
      reached:
        `${told} messages: ${faults.lost} lost, ${faults.doubled} doubled, ` +
        `${faults.disordered} out of order, ${faults.resets} resets`,
      ok: Object.values(faults).every((count) => count === 0),
    },
  ];
};
export default audit;

async function cutOften(): Promise<Tally> {
  const cluster = await startCluster();
  try {
    const nodes = await Promise.all([cluster.start(), cluster.start()]);
    const row = await contractOf(cluster.pool, 'ЭкоРегион');
    const balancer = await new Balancer(nodes[0]!.url).listen();
    const live = liveClient(await signIn(nodes[0]!, 'manager'), balancer.url);
    const kept = tally(live, 'contract');
    await tell(cluster.db, row, 'first');
    await until(() => kept.heard.length + kept.resets > 0);
    kept.heard.length = kept.resets = 0;
    const told = await cutAndReport(CUTS, { db: cluster.db, row, balancer, nodes, heard: () => kept.heard });
    live.close();
    balancer.close();
    const heard = new Set(kept.heard);
    return {
      told: told.length,
      lost: told.filter((id) => !heard.has(id)).length,
      doubled: kept.heard.length - heard.size,
      disordered: kept.heard.filter((id, i) => id !== told[i]).length,
      resets: kept.resets,
    };
  } finally {
    await cluster.stop();
  }
}
