-- concurrently
create index concurrently contract_rule_findings_due
  on contract_rule_findings (instance_id, purpose, due_date) where made_time is null;
