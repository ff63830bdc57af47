-- concurrently
create index concurrently stands_residential on stands (instance_id, residential, number);
create index concurrently stands_responsible on stands (instance_id, responsible, number);
create index concurrently stands_kind on stands (instance_id, kind, number);
create index concurrently stands_signs on stands using gin (signs);
