-- Which text the subscriber agreed to. Null for subscriptions from before texts had versions.
alter table newsletter_subscribers add column consent text;
