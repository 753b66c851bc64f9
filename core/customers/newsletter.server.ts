import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { LINK_EXPIRED } from '../accounts/one-time-links.server.ts'
import { hashToken, newToken } from '../accounts/sessions/tokens.ts'
import { canEmail, limitRequests } from '../accounts/sign-in/rate-limit.server.ts'
import type { Context } from '../context.ts'
import type { Envelope } from '../email/account-emails.ts'
import { enqueueEmail, type NewEmail } from '../email/emails.server.ts'
import {
  alreadySubscribedEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
} from '../email/newsletter-emails.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { Settings } from '../settings/settings.ts'
import { subscribers } from './customers.table.ts'

const REQUEST_LIMIT = { max: 10, minutes: 60 }
const CONFIRM_HOURS = 72

/** Anyone can submit any address. Only its owner learns the result, by email. */
export async function requestNewsletter(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'newsletter', REQUEST_LIMIT)
  if (await canEmail(ctx, email)) {
    await enqueueJob(ctx.db, 'newsletter-asked', { email, origin: ctx.settings.origin })
  }
}

export async function sendNewsletterConfirmation(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const token = newToken()
    const confirmation = {
      confirmHash: hashToken(token),
      confirmUntil: sql`now() + ${CONFIRM_HOURS} * interval '1 hour'`,
    }
    const [row] = await tx
      .insert(subscribers)
      .values({ id: newId('subscriber'), email, state: 'asked', ...confirmation })
      // A double click sends one email.
      .onConflictDoUpdate({
        target: subscribers.email,
        set: confirmation,
        setWhere: sql`${subscribers.state} <> 'asked' or ${subscribers.confirmUntil} is null or ${subscribers.confirmUntil} < ${confirmation.confirmUntil} - interval '1 minute'`,
      })
      .returning()
    if (!row) return
    if (row.state === 'subscribed') {
      await enqueueNewsletterEmail(tx, settings, row, (envelope) =>
        alreadySubscribedEmail(envelope, `${settings.origin}/`),
      )
    } else {
      const link = `${settings.origin}/newsletter/confirm?token=${token}`
      const envelope = { to: email, key: `newsletter:${token}`, support: supportLine(settings) }
      await enqueueEmail(tx, newsletterConfirmationEmail(envelope, link))
    }
  })
}

/** Opening the link doesn't subscribe: email scanners follow links too. */
export async function isNewsletterLinkValid(ctx: Context, token: string): Promise<boolean> {
  const [subscriber] = await ctx.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(hasConfirmToken(token))
  return subscriber !== undefined
}

/** Confirming again changes nothing. */
export async function confirmNewsletter(ctx: Context, token: string): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const [subscriber] = await tx.select().from(subscribers).where(hasConfirmToken(token)).for('update')
    if (!subscriber) throw new Refusal('not_found', LINK_EXPIRED)
    if (subscriber.state === 'subscribed') return subscriber
    await setSubscribed(tx, subscriber.email, true)
    await enqueueNewsletterEmail(tx, ctx.settings, subscriber, (envelope) =>
      newsletterWelcomeEmail(envelope, `${ctx.settings.origin}/`),
    )
    return subscriber
  })
}

function hasConfirmToken(token: string) {
  return and(eq(subscribers.confirmHash, hashToken(token)), gt(subscribers.confirmUntil, sql`now()`))
}

/** Needs no sign-in: the key in the email can do nothing else. */
export async function unsubscribe(ctx: Context, link: { id: string; key: string }): Promise<void> {
  const row = isUnsubscribeKey(ctx.settings, link) ? await findSubscriber(ctx.db, link.id) : undefined
  if (!row)
    throw new Refusal(
      'not_found',
      'This unsubscribe link is incomplete. Please use the link in your newsletter.',
    )
  await setSubscribed(ctx.db, row.email, false)
}

/** Callers must know that the address's owner requested this, through the emailed link or while signed in. */
export async function setSubscribed(db: Db, email: string, isSubscribed: boolean): Promise<void> {
  if (!isSubscribed) {
    // A confirmation link that is still in a mailbox must not undo this.
    const unsubscribed = { state: 'left', leftAt: sql`now()`, confirmHash: null, confirmUntil: null } as const
    await db.update(subscribers).set(unsubscribed).where(eq(subscribers.email, email))
    return
  }
  const subscribed = { state: 'subscribed', confirmedAt: sql`now()`, leftAt: null } as const
  await db
    .insert(subscribers)
    .values({ id: newId('subscriber'), email, ...subscribed })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: subscribed,
      setWhere: sql`${subscribers.state} <> 'subscribed'`,
    })
}

async function enqueueNewsletterEmail(
  db: Db,
  settings: Settings,
  { id, email }: { id: string; email: string },
  template: (envelope: Envelope) => NewEmail,
): Promise<void> {
  const unsubscribeUrl = `${settings.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key: unsubscribeKey(settings, id) })}`
  const key = `newsletter:${newToken()}`
  await enqueueEmail(db, template({ to: email, key, support: supportLine(settings), unsubscribeUrl }))
}

async function findSubscriber(db: Db, id: string) {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id))
  return row
}

function unsubscribeKey({ secret }: Settings, id: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${id}`).digest('base64url')
}

function isUnsubscribeKey(settings: Settings, { id, key }: { id: string; key: string }): boolean {
  const expected = Buffer.from(unsubscribeKey(settings, id))
  const actual = Buffer.from(key)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function supportLine({ support }: Settings): string {
  return `${support.email} · ${support.phone}`
}
