import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'

/** Checks invariants that must hold after any sequence of events. Returns each violated one with an example row. */
export async function findDiscrepancies(db: Db): Promise<string[]> {
  const discrepancies: string[] = []
  for (const [problem, violations] of Object.entries(CONSISTENCY_QUERIES)) {
    const [example] = await query(db, Violation)`${violations}`
    if (example) discrepancies.push(`${problem} ${JSON.stringify(example)}`)
  }
  return discrepancies
}

// The IDs of the rows that violate an invariant.
const Violation = z.record(z.string(), z.union([z.string(), z.number()]))

/** Orders whose sale or refund has a job that is still to run: a running store and its backups always have some. */
const ORDERS_BEING_BOOKED = sql`(
  with bookings as (
    select t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.last_error is null
    union all select job ->> 'name', job -> 'payload' from outbox, json_array_elements(jobs) job
  )
  select payload ->> 'orderId' from bookings where name = 'book-sale'
  union all select sale ->> 'orderId' from bookings, json_array_elements(payload) sale where name = 'book-sales'
  union all select r.order_id from bookings join refunds r on r.id = payload ->> 'id' where name = 'book-refund')`

const CONSISTENCY_QUERIES: Record<string, Sql> = {
  'An order’s total doesn’t match its parts:': sql`
    select id from orders
    where subtotal - discount + shipping + case when tax_included then 0 else tax end <> total_amount or shipping_tax > tax or subtotal <>
      (select coalesce(sum(amount), 0) from order_items i where i.order_id = orders.id)`,
  'A product’s stock doesn’t match its movements:': sql`
    select product_id, available from stock_levels s where available < 0 or available <>
      (select coalesce(sum(change), 0) from stock_movements m where m.product_id = s.product_id)`,
  'A product’s in-stock flag doesn’t match its stock:': sql`
    select p.id from products p join stock_levels s on s.product_id = p.id where p.in_stock <> (s.available > 0)`,
  'A listing doesn’t match its published products:': sql`
    select coalesce(l.id, p.id) as id from listings l full join (
      select listing_id as id, min(price) as price, max(price) as highest_price, bool_or(in_stock) as in_stock
      from products where status = 'published' group by listing_id) p on p.id = l.id
    where (l.price, l.highest_price, l.in_stock) is distinct from (p.price, p.highest_price, p.in_stock)`,
  'An order’s stock movements don’t match its status:': sql`
    select o.id, i.product_id from orders o join order_items i on i.order_id = o.id and o.kind = 'products' and i.product_id <> 'prd_gift_wrap'
    cross join lateral (select coalesce(sum(change), 0) as net from stock_movements m
      where m.order_id = o.id and m.product_id = i.product_id) m
    where case when o.status = 'cancelled' then m.net <> 0
      when o.status = 'refunded' then m.net not between -i.quantity and 0
      else m.net > 0 or (m.net <> -i.quantity and not exists
        (select from stock_movements r where r.order_id = o.id and r.reason = 'returned')) end`,
  'An order’s payment status doesn’t match its payments:': sql`
    select o.id from orders o where o.payment_method = 'card' and (o.payment_status in ('paid', 'refunded')) <>
      ((select count(*) from payments p where p.order_id = o.id and p.state in ('paid', 'refunded') and not p.surplus
        and p.amount = o.total_amount - o.gift_card_amount and p.currency = o.currency) = 1)`,
  'A payment is open, but its order isn’t awaiting payment:': sql`
    select p.id from payments p join orders o on o.id = p.order_id
    where p.state = 'open' and (o.status <> 'pending' or o.payment_status <> 'pending')`,
  'An authorized payment doesn’t match its order:': sql`
    select o.id from orders o where (o.authorization_state is not null and o.authorization_state <> 'expired') <>
      (exists (select from payments p where p.order_id = o.id and p.state = 'authorized'))`,
  'More was captured than authorized, or another amount than the payment’s:': sql`
    select p.id from payments p join captures c on c.payment_id = p.id and c.state = 'done'
    group by p.id having p.state not in ('paid', 'refunded') or sum(c.amount) <> p.amount - (select coalesce(sum(r.amount), 0)
      from refunds r where r.payment_id = p.id and r.state = 'done' and r.provider_id like 'uncaptured\\_%')`,
  'An order’s accounting entries don’t match its payments and refunds:': sql`
    select o.id from orders o where o.payment_method = 'card' and o.id not in ${ORDERS_BEING_BOOKED} and
      (select coalesce(sum(a.amount), 0) from accounting a where a.order_id = o.id and a.kind in ('sale', 'refund')) <>
      case when o.payment_status in ('paid', 'refunded') then o.total_amount - (select coalesce(sum(r.amount), 0)
        from refunds r join payments p on p.id = r.payment_id
        where r.order_id = o.id and r.state = 'done' and not p.surplus) else 0 end`,
  'A test order has accounting entries:': sql`
    select o.id from orders o join accounting a on a.order_id = o.id where o.payment_method = 'demo'`,
  'A booked sale or refund has no invoice or credit note:': sql`
    select a.id from accounting a where a.cause like 'sale:%'
      and not exists (select from invoices i where i.order_id = a.order_id and i.kind = 'invoice')
    union all select a.id from accounting a where a.cause like 'refund:%'
      and not exists (select from invoices i where 'refund:' || i.refund_id = a.cause)`,
  'Invoice or credit note numbers have a gap:': sql`
    select kind from invoices group by kind having count(*) <> max(number)`,
  'An accounting entry doesn’t balance:': sql`
    select entry_id from accounting_lines group by 1 having sum(amount) <> 0 or sum(base_amount) <> 0`,
  'A payment was refunded for more than its amount:': sql`
    select p.id from payments p join refunds r on r.payment_id = p.id where r.state <> 'failed' and r.tender = 'card'
    group by p.id, p.amount having sum(r.amount) > p.amount`,
  'A gift card’s balance doesn’t match its movements:': sql`
    select c.id from gift_cards c left join gift_card_movements m on m.gift_card_id = c.id
    group by c.id having c.balance <> coalesce(sum(m.change), 0) or c.base_balance <> coalesce(sum(m.base_change), 0)
      or (c.balance = 0 and c.base_balance <> 0)`,
  'An order’s gift cards don’t match its amounts:': sql`
    select o.id from orders o left join order_gift_cards p on p.order_id = o.id left join gift_cards c on c.id = p.gift_card_id
    group by o.id having o.gift_card_amount <> coalesce(sum(p.amount), 0) or bool_or(c.currency <> o.currency)`,
  'A gift card was charged for an order that isn’t paid, or not for one that is:': sql`
    select o.id from orders o where o.gift_card_amount > 0 and (
      select coalesce(-sum(change), 0) from gift_card_movements m
      where m.order_id = o.id and m.reason in ('redeemed', 'released'))
      <> case when o.status = 'cancelled' and o.payment_status in ('pending', 'failed') then 0 else o.gift_card_amount end`,
  'A refund to gift cards doesn’t match their movements:': sql`
    select r.id from refunds r where r.tender <> 'card' and r.amount * (r.state = 'done')::int <>
      (select coalesce(sum(change), 0) from gift_card_movements m where m.refund_id = r.id)`,
  'The balances of gift cards don’t match the ledger:': sql`
    select currency, sum(owed)::text as owed, sum(base)::text as base from (
      select a.currency, -l.amount as owed, -l.base_amount as base
        from accounting_lines l join accounting a on a.id = l.entry_id where l.account = 'gift_cards'
      union all select c.currency, -c.balance, -c.base_balance from gift_cards c
      -- What the ledger doesn't have yet: orders that are not paid or not booked, refunds that are not done or not booked.
      union all select c.currency, m.change, m.base_change
        from gift_card_movements m join gift_cards c on c.id = m.gift_card_id
        left join refunds r on r.id = m.refund_id
        where case when m.to_book then true
          when m.order_id is not null then (select payment_method from orders o where o.id = m.order_id) = 'card'
            and not exists (select from accounting a where a.cause = 'sale:' || m.order_id)
          when m.refund_id is not null then not exists (
            select from accounting a where a.cause in ('refund:' || m.refund_id, 'refund-failed:' || m.refund_id))
          else false end
    ) balances group by currency having sum(owed) <> 0 or sum(base) <> 0`,
  'A duplicate payment wasn’t refunded in full:': sql`
    select p.id from payments p where p.surplus and p.amount <>
      (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and (r.state <> 'failed'
        or not exists (select from refunds a where a.payment_id = p.id and a.id <> r.id and a.created_at >= r.failed_at)))`,
  'An offer was used more often than its limit allows:': sql`
    select f.id from offers f where total_limit < (select count(*) from offer_uses u where u.offer_id = f.id)`,
  'The count of an offer’s uses is wrong:': sql`
    select f.id from offers f where tally('uses of ' || f.id) <> (select count(*) from offer_uses u where u.offer_id = f.id)`,
}
