-- concurrently
create index concurrently visit_points_point on visit_points using gist (instance_id, point(longitude, latitude));
