-- The weighings of a visit point are narrowed by what its indexes hold, as those of all points are.

drop index weighings_visit_point, weighings_visit_point_net;
create index weighings_visit_point on weighings (visit_point_id, weigh_time, id)
  include (instance_id, action, garbage_type, vehicle_id);
create index weighings_visit_point_net on weighings (visit_point_id, net, id)
  include (instance_id, action, garbage_type, vehicle_id, weigh_time);
