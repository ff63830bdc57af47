/** What a contract orders at evacuation points: an action by a schedule; for one action never two plans on one day. */
import { ref, word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';
import { periods, scheduleText } from './schedules.ts';

export const contractPlans = record('contractPlan', {
  table: 'contract_plans',
  parent: contracts,
  fields: {
    evacuationPoint: ref('evacuation_points', { id: 'id', name: 'name' }, 'name'),
    containerAction: word('containerActions'),
    schedule: scheduleText,
    periods,
  },
  search: ['evacuationPoint', 'comment'],
  order: '-evacuationPoint',
  crossing: { contract_plans_period: 'evacuationPoint', schedule_periods_period: 'periods' },
});
