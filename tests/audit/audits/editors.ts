/** Two editors of the records of a contract, 1,000 times: no acknowledged change is lost. */
import { meet } from '../../server/contracts/editors.ts';
import { startTestServer } from '../../server/support.ts';
import type { Audit } from '../audit.ts';

const MEETINGS = 1000;

const audit: Audit = async (step) => {
  const { kinds, acknowledged, stale, lost, strange } = await step('meetings', async () => {
    const server = await startTestServer({ scale: 0.1 });
    try {
      return await meet(server, MEETINGS);
    } finally {
      await server.close();
    }
  });
  return [
    {
      what: `Two editors at ${kinds} kinds of record of a contract, ${MEETINGS} random interleavings`,
      goal: 'no lost update',
      reached: `${acknowledged} saves acknowledged, ${stale} refused as stale, ${lost} lost`,
      ok: lost === 0 && strange.length === 0 && stale > 0,
    },
  ];
};
export default audit;
