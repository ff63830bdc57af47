-- A photo of a vehicle is a file of the same instance.
alter table vehicle_photos add foreign key (instance_id, file_id) references files (instance_id, id);
