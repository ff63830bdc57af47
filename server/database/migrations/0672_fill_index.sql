-- concurrently
create index concurrently stands_fill on stands (instance_id, fill_level, number);
