-- A vehicle and a driver are on one shift at a time.
alter table units
  add constraint units_vehicle_period exclude using gist (
    vehicle_id with =, tstzrange(begin_time, end_time) with &&
  ),
  add constraint units_driver_period exclude using gist (
    driver_id with =, tstzrange(begin_time, end_time) with &&
  );
