import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, type Sql, sql } from '#db/sql.ts'
import { deleteOldKeyUses } from '../accounts/api-keys/key-uses.server.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { deleteOldPersonalReads } from '../personal-reads/personal-reads.server.ts'
import { RETENTION } from '../retention.ts'
import { deleteFormerEndpoints, deleteOldDeliveries } from '../webhooks/deliver-webhooks.server.ts'
import { eraseEmails, eraseOrders } from './erase-orders.server.ts'

const BATCH_SIZE = 500

/** Deletes personal data whose purpose has ended. A job runs this each night. */
export async function deleteOldData(db: Db, { adminEmail }: { adminEmail: string }): Promise<void> {
  await inBatches(() => deleteUnconfirmedAccounts(db, adminEmail))
  await inBatches(() => eraseUnpaidOrders(db))
  await inBatches(() => deleteUnsentDrafts(db))
  await inBatches(() => eraseUnsentEmails(db))
  await inBatches(() => deleteFormerSubscribers(db))
  await inBatches(() => deleteGuestAlerts(db))
  await inBatches(() => deleteOldReminders(db))
  await inBatches(() => deleteOldDevices(db))
  await inBatches(() => deleteOldApprovalRequests(db))
  await inBatches(() => deleteOldAdverseEvents(db))
  await inBatches(() => deleteOldPersonalReads(db, BATCH_SIZE))
  await inBatches(() => deleteOldDeliveries(db, { days: RETENTION.webhookDeliveryDays, batch: BATCH_SIZE }))
  await deleteFormerEndpoints(db)
  await deleteOldKeyUses(db)
  await deleteExpiredInvitations(db)
}

/**
 * Each batch commits on its own, so that no lock is held for long and a crash loses little. Its rows are chosen in an array,
 * because PostgreSQL may run a subquery with `in` more than once, and then chooses further rows.
 */
async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === BATCH_SIZE);
}

const daysAgo = (days: number): Sql => sql`now() - ${days} * interval '1 day'`

/** Someone whose link still works, or who has ordered, may still confirm. */
function deleteUnconfirmedAccounts(db: Db, adminEmail: string): Promise<number> {
  return db.transaction(async (tx) => {
    const emails = await queryColumn(tx, z.string())`
      delete from auth_users where id = any(array(
        select u.id from auth_users u join profiles p on p.id = u.id
        where not u.email_verified and u.created_at < ${daysAgo(RETENTION.unconfirmedAccountDays)}
          and p.role <> 'admin' and not p.is_demo and u.email <> ${adminEmail}
          and not exists (select from orders o where o.user_id = u.id)
          and u.id not in (select split_part(v.id, ':', 1) from auth_verifications v where v.expires_at > now())
        order by u.created_at limit ${BATCH_SIZE} for update of u skip locked))
      returning email`
    await eraseEmails(tx, sql`recipient = any(${emails}) and order_id is null`)
    return emails.length
  })
}

/** The order and its number stay, since numbers have no gaps. */
function eraseUnpaidOrders(db: Db): Promise<number> {
  return db.transaction((tx) =>
    eraseOrders(
      tx,
      sql`id = any(array(
        select o.id from orders o
        where o.status = 'cancelled' and o.payment_status in ('pending', 'failed')
          and o.email <> ${sql.raw(`'${DELETED_EMAIL}'`)} and o.created_at < ${daysAgo(RETENTION.unpaidOrderDays)}
          and not exists (select from payments p where p.order_id = o.id and (p.state = 'open' or p.paid_at is not null))
        order by o.created_at limit ${BATCH_SIZE} for update of o skip locked))`,
    ),
  )
}

function deleteUnsentDrafts(db: Db): Promise<number> {
  return execute(db)`
    delete from draft_orders where id = any(array(
      select id from draft_orders where order_id is null and updated_at < ${daysAgo(RETENTION.draftOrderDays)}
      order by updated_at limit ${BATCH_SIZE} for update skip locked))`
}

function eraseUnsentEmails(db: Db): Promise<number> {
  return db.transaction((tx) =>
    eraseEmails(
      tx,
      sql`id = any(array(select id from emails
        where state <> 'sent' and body_text is not null and created_at < ${daysAgo(RETENTION.unsentEmailDays)}
        order by created_at limit ${BATCH_SIZE} for update skip locked))`,
    ),
  )
}

function deleteFormerSubscribers(db: Db): Promise<number> {
  return execute(db)`
    delete from newsletter_subscribers where id = any(array(
      select id from newsletter_subscribers
      where state <> 'subscribed' and (confirm_until is null or confirm_until < now())
        and case state when 'left' then left_at < ${daysAgo(RETENTION.formerSubscriberDays)}
          else requested_at < ${daysAgo(RETENTION.newsletterRequestDays)} end
      limit ${BATCH_SIZE} for update skip locked))`
}

function deleteGuestAlerts(db: Db): Promise<number> {
  return execute(db)`
    delete from product_alerts where id = any(array(
      select id from product_alerts
      where email is not null and requested_at < ${daysAgo(RETENTION.newsletterRequestDays)}
        and (confirm_until is null or confirm_until < now())
        and (state = 'pending' or requested_at < ${daysAgo(RETENTION.guestAlertDays)})
      limit ${BATCH_SIZE} for update skip locked))`
}

function deleteOldReminders(db: Db): Promise<number> {
  return execute(db)`
    delete from checkout_reminders where id = any(array(
      select id from checkout_reminders where closed_at < ${daysAgo(RETENTION.checkoutReminderDays)}
      limit ${BATCH_SIZE} for update skip locked))`
}

/** There are at most a hundred. */
async function deleteExpiredInvitations(db: Db): Promise<void> {
  await execute(db)`
    delete from staff_invitations where expires_at < ${daysAgo(RETENTION.expiredInvitationDays)}`
}

function deleteOldDevices(db: Db): Promise<number> {
  return execute(db)`
    delete from known_devices where ctid = any(array(
      select ctid from known_devices where first_seen_at < ${daysAgo(RETENTION.knownDeviceDays)}
      limit ${BATCH_SIZE} for update skip locked))`
}

function deleteOldApprovalRequests(db: Db): Promise<number> {
  return execute(db)`
    delete from approval_requests where id = any(array(
      select id from approval_requests where requested_at < ${daysAgo(RETENTION.approvalRequestDays)}
      limit ${BATCH_SIZE} for update skip locked))`
}

function deleteOldAdverseEvents(db: Db): Promise<number> {
  return execute(db)`
    delete from adverse_events where id = any(array(
      select id from adverse_events
      where received_on - '2000-01-01'::date
        < (now() - ${RETENTION.adverseEventYears} * interval '1 year')::date - '2000-01-01'::date
      limit ${BATCH_SIZE} for update skip locked))`
}
