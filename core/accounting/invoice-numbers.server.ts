import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import type { Seller } from '../settings/store-settings.ts'

type NewDocument = { orderId: string; at: Date; seller: Seller }

/**
 * Runs in the transaction that books the sale: if that rolls back, the number is free again and leaves no gap.
 * Dates rise with numbers, whichever of two bookings gets the lock first.
 */
export async function issueInvoice(tx: Db, { orderId, at, seller }: NewDocument): Promise<void> {
  await lockNumbers(tx)
  await execute(tx)`
    insert into invoices (kind, number, order_id, issued_at, seller)
    select 'invoice', coalesce(max(number), 0) + 1, ${orderId}, greatest(max(issued_at), ${at}), ${sql.json(seller)}
    from invoices where kind = 'invoice'
    on conflict (order_id) where kind = 'invoice' do nothing`
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
