-- A product page lives at /product/{slug}. If the slug changes, links to the old one must still lead there.

create table product_former_slugs (
  slug text primary key,
  product_id text not null references products on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index product_former_slugs_product on product_former_slugs (product_id);

create function product_slug_kept() returns trigger language plpgsql as $$
begin
  -- The product that has a slug now owns its address.
  delete from product_former_slugs where slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into product_former_slugs (slug, product_id) values (old.slug, new.id)
      on conflict (slug) do update set product_id = excluded.product_id, created_at = now();
  end if;
  return null;
end $$;
create trigger product_slug_new after insert on products for each row execute function product_slug_kept();
create trigger product_slug_changed after update of slug on products
  for each row when (old.slug <> new.slug) execute function product_slug_kept();
