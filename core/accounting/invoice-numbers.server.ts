import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import type { Seller } from '../settings/store-settings.ts'

type NewDocument = { orderId: string; at: Date; seller: Seller }
type NewInvoices = { orderIds: readonly string[]; at: Date; seller: Seller }

/**
 * Runs in the transaction that books the sales: if that rolls back, the numbers are free again and leave no gap.
 * Dates rise with numbers, whichever of two bookings gets the lock first.
 */
export async function issueInvoices(tx: Db, { orderIds, at, seller }: NewInvoices): Promise<void> {
  await lockNumbers(tx)
  await execute(tx)`
    insert into invoices (kind, number, order_id, issued_at, seller)
    select 'invoice', last.number + row_number() over (order by sale.place), sale.id,
      greatest(last.issued_at, ${at}), ${sql.json(seller)}
    from unnest(${orderIds}::text[]) with ordinality as sale (id, place),
      (select coalesce(max(number), 0) as number, max(issued_at) as issued_at from invoices where kind = 'invoice') last
    where not exists (select from invoices i where i.order_id = sale.id and i.kind = 'invoice')`
}

/** Runs in the transaction that books the refund. */
export async function issueCreditNote(
  tx: Db,
  { id: refundId, orderId, at, seller }: NewDocument & { id: string },
): Promise<void> {
  await lockNumbers(tx)
  await execute(tx)`
    insert into invoices (kind, number, order_id, refund_id, issued_at, seller)
    select 'credit_note', coalesce(max(number), 0) + 1, ${orderId}, ${refundId}, greatest(max(issued_at), ${at}),
      ${sql.json(seller)}
    from invoices where kind = 'credit_note'
    on conflict (refund_id) do nothing`
}

/** For a refund that failed after it was booked. Its number is never used again. */
export async function voidCreditNote(tx: Db, refundId: string): Promise<void> {
  await execute(tx)`
    update invoices set voided_at = clock_timestamp() where refund_id = ${refundId} and voided_at is null`
}

// A statement of its own: the next one must see the numbers that other transactions committed before the lock.
// The same lock is in invoices_issue_missing.
const lockNumbers = (tx: Db) => execute(tx)`select pg_advisory_xact_lock(7220933)`
