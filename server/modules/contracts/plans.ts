/** What a contract orders at evacuation points: an action by a schedule; for one action never two plans on one day. */
import { sql } from 'kysely';
import { contains } from '../../database/paging.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { idOf, word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';
import { periods, scheduleText } from './schedules.ts';

/** A point as people know it, by its stand and where that is: each stand has a «ТКО». As the dictionary names it. */
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
