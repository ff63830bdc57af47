-- Stands with photos of the last week get their fill; older photos say nothing of how full a stand is now, and a stand
-- that is written here is locked until the end.
select measure_stands(array(select distinct v.visit_point_id from visit_photos p join visits v on v.id = p.visit_id
  where p.photo_time > now() - interval '7 days' and p.fill is not null and p.confidence >= 50));
