-- Finds the account that a browser has signed in to before.
create index known_devices_device on known_devices (device);
