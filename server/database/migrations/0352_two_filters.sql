-- Two of these filters together let few rows through, which lie far apart in the index of either.

create index contracts_segment_status on contracts (instance_id, segment, status);
create index contracts_type_status on contracts (instance_id, type, status);
create index contracts_type_segment on contracts (instance_id, type, segment);
