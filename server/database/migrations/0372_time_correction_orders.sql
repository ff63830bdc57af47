-- concurrently
create index concurrently container_time_corrections_count
  on container_time_corrections (instance_id, count_from, id);
create index concurrently container_time_corrections_time
  on container_time_corrections (instance_id, processing_time, id);
