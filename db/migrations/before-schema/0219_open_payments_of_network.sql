-- compatible
create index concurrently payments_open_network on payments (network) where state = 'open';
