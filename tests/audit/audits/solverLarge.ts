/** The routing solver on 1,000 stops: ten instances in one problem, and a city with runs and unloading. */
import { largeProblem } from '../../solver/largeProblem.ts';
import { processorTime, tried } from '../../solver/measure.ts';
import { TEN, tenInstances } from '../../solver/tenInstances.ts';
import type { Audit } from '../audit.ts';

const STOPS = 1000;
const [SHORT, LONG] = [60, 600];

const audit: Audit = async (step) => {
  const ten = await step('ten instances', async () =>
    tried(tenInstances().problem, { seed: 1, milliseconds: 100_000, now: processorTime }),
  );
  const city = (seconds: number) =>
    step(`a city, ${seconds} s`, async () =>
      tried(largeProblem(STOPS, 1), { seed: 1, milliseconds: seconds * 1000, now: processorTime }),
    );
  const [short, long] = [await city(SHORT), await city(LONG)];
  const { vehicles, distance } = tenInstances();
  const above = ten.cost / distance - 1;
  const worse = short.cost / long.cost - 1;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    {
      what: `Routing solver: ${STOPS} stops of ten public instances (${TEN.join(', ')}), 100 s`,
      goal: 'equal fleet, distance ≤ 3 % above the sum of the best known',
      reached: `${ten.violations + ten.unassigned} constraints broken, ${ten.vehicles} vehicles of ${vehicles}, distance ${percent(above)} above`,
      ok: ten.violations + ten.unassigned === 0 && ten.vehicles <= vehicles && above <= 0.03,
    },
    {
      what: `Routing solver: ${STOPS} stops with runs and unloading`,
      goal: `all planned within 2 s; after ${SHORT} s within 5 % of ${LONG} s`,
      reached:
        `${short.violations + long.violations} constraints broken, all planned after ${short.planned.toFixed(1)} s; ` +
        `after ${SHORT} s ${short.vehicles} vehicles and ${percent(worse)} above ${LONG} s with ${long.vehicles}`,
      ok: short.violations + long.violations === 0 && short.planned <= 2 && worse <= 0.05,
    },
  ];
};
export default audit;
