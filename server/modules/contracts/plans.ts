/** Plans of a contract: an action at an evacuation point by a schedule; an action has at most one plan on any day. */
import { sql } from 'kysely';
import { contains } from '../../database/paging.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { idOf, word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';
import { periods, scheduleText } from './schedules.ts';

/** Display name of a point as in the dictionary, with stand and address, because each stand has a «ТКО» point. */
const POINT = sql<string>`(select concat_ws(', ', s.number, p.name, v.address) from evacuation_points p
  join stands s on s.id = p.stand_id join visit_points v on v.id = p.stand_id
  where p.id = t.evacuation_point_id and p.instance_id = t.instance_id)`;

const evacuationPoint: FieldMaker = (property) => ({
  columns: ['evacuation_point_id'],
  computed: () => POINT,
  show: (row) => ({ id: row['evacuation_point_id'], name: row[property] ?? '' }),
  order: () => POINT,
  search: (text) => contains(POINT, text),
  write: (value) => ({ evacuation_point_id: idOf(value) }),
  logged: true,
});

export const contractPlans = record('contractPlan', {
  table: 'contract_plans',
  title: [OF_CONTRACT, 'evacuationPoint', 'containerAction', 'beginDate'],
  parent: contracts,
  fields: {
    evacuationPoint,
    containerAction: word('containerActions'),
    schedule: scheduleText,
    periods,
  },
  search: ['evacuationPoint', 'comment'],
  order: '-evacuationPoint',
  crossing: { contract_plans_period: 'evacuationPoint', schedule_periods_period: 'periods' },
});
