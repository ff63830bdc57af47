-- concurrently
create index concurrently container_time_corrections_type
  on container_time_corrections (instance_id, container_type, count_from, id);
