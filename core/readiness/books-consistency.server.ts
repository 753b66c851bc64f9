import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'

/**
 * What of the books is not so. Whatever happened: every paid session has one paid order of its amount, every order's
 * parts add up, the ledger is the stock and no less than nothing, and the books net to the money taken.
 */
export async function findDiscrepancies(db: Db): Promise<string[]> {
  const discrepancies: string[] = []
  for (const [claim, query] of Object.entries(CONSISTENCY_QUERIES)) {
    const [example] = await query(db)
    if (example) discrepancies.push(`${claim} (${JSON.stringify(example)})`)
  }
  return discrepancies
}

const discrepancies = (name: string, sql: string) => statement<object>(`crooked_${name}`, sql)

const CONSISTENCY_QUERIES = {
  'the parts of an order are its total': discrepancies(
    'parts',
    `select id from orders where subtotal - discount + shipping + tax <> total_amount or subtotal <>
       (select coalesce(sum(amount), 0) from order_items i where i.order_id = orders.id)`,
  ),
  'the ledger is the stock': discrepancies(
    'stock',
    `select product_id, available from stock_levels s where available < 0 or available <>
       (select coalesce(sum(change), 0) from stock_movements m where m.product_id = s.product_id)`,
  ),
  'a product is in stock while there is any': discrepancies(
    'in_stock',
    'select p.id from products p join stock_levels s on s.product_id = p.id where p.in_stock <> (s.available > 0)',
  ),
  'what an order took is what it stands for': discrepancies(
    'taken',
    `select o.id, i.product_id from orders o join order_items i on i.order_id = o.id
     cross join lateral (select coalesce(sum(change), 0) as net from stock_movements m
       where m.order_id = o.id and m.product_id = i.product_id) m
     where case when o.status = 'cancelled' then m.net <> 0
       when o.status = 'refunded' then m.net not between -i.quantity and 0
       else m.net > 0 or (m.net <> -i.quantity and not exists
         (select from stock_movements r where r.order_id = o.id and r.reason = 'returned')) end`,
  ),
  'an order is paid exactly when one payment for it is': discrepancies(
    'paid',
    `select o.id from orders o where o.payment_method = 'card' and (o.payment_status in ('paid', 'refunded')) <>
       ((select count(*) from payments p where p.order_id = o.id and p.state in ('paid', 'refunded') and not p.surplus
         and p.amount = o.total_amount and p.currency = o.currency) = 1)`,
  ),
  'a payment waits only while its order does': discrepancies(
    'open',
    `select p.id from payments p join orders o on o.id = p.order_id
     where p.state = 'open' and (o.status <> 'pending' or o.payment_status <> 'pending')`,
  ),
  'the books of an order net to the money kept': discrepancies(
    'booked',
    `select o.id from orders o where o.payment_method = 'card' and
       (select coalesce(sum(a.amount), 0) from accounting a where a.order_id = o.id and a.kind in ('sale', 'refund')) <>
       case when o.payment_status in ('paid', 'refunded') then o.total_amount - (select coalesce(sum(r.amount), 0)
         from refunds r join payments p on p.id = r.payment_id
         where r.order_id = o.id and r.state = 'done' and not p.surplus) else 0 end`,
  ),
  'a test order is in no book': discrepancies(
    'test_orders',
    `select o.id from orders o join accounting a on a.order_id = o.id where o.payment_method = 'demo'`,
  ),
  'every entry balances': discrepancies(
    'entries',
    `select entry_id from accounting_lines group by 1 having sum(amount) <> 0 or sum(base_amount) <> 0`,
  ),
  'no more went back than came in': discrepancies(
    'refunds',
    `select p.id from payments p join refunds r on r.payment_id = p.id where r.state <> 'failed'
     group by p.id, p.amount having sum(r.amount) > p.amount`,
  ),
  'a second payment goes back whole, or the owner was told why not': discrepancies(
    'surplus',
    `select p.id from payments p where p.surplus and p.amount <>
       (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and (r.state <> 'failed'
         or not exists (select from refunds a where a.payment_id = p.id and a.id <> r.id and a.created_at >= r.failed_at)))`,
  ),
  'an offer is used as often as it may be': discrepancies(
    'offers',
    `select f.id from offers f where total_limit < (select count(*) from offer_uses u where u.offer_id = f.id)`,
  ),
}
