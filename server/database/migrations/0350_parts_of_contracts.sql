-- A contract that was published waits for publication again once what belongs to it was changed. Its own version stays
-- what it is: who edits the contract itself is not told of another's change of a tariff.
alter table contracts add column parts_changed boolean not null default false;

-- What was changed since then, as the audit log has it.
update contracts c set parts_changed = true from (
  select coalesce(after, before) ->> 'contract_id' as contract_id, max(audit_time) as last
  from audit_log
  where action in ('create', 'save', 'delete') and entity in (
    'contractLimit', 'contractDistrict', 'contractVehicle', 'contractCollectionTariff', 'contractCustomerTariff',
    'contractPolicy', 'contractIncidentRule', 'contractClaimRule', 'contractRecalcRule', 'contractTransportation',
    'contractPlan', 'contractContainerGroup', 'contractAreaRule', 'contractConfirmMode', 'contractPrototype',
    'contractCustomerVehicle', 'contractDocument', 'contractSubscription', 'contractRestriction', 'contractVisitPoint')
  group by 1
) a where a.contract_id = c.id::text and c.published_version = c.version and a.last > c.publish_time;
