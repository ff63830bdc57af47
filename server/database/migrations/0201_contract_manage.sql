-- How a contract is managed, and how far its signing is (screens §2, calls 7.5); words of dictionaries.

alter table contracts
  add column sign_status text,
  add column report_mode text,
  add column failure_action text,
  add column vehicle_manage_type text,
  add column coupon_processing text;
