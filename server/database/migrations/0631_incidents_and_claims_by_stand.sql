-- concurrently
create index concurrently incidents_stand on incidents (stand_id, create_time, id);
create index concurrently carrier_claims_stand on carrier_claims (instance_id, stand_id, claim_date, id);
