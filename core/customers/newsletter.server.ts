import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { canEmail, limitRequests } from '../accounts/attempts.server.ts'
import type { Settings } from '../accounts/house.ts'
import { LINK_EXPIRED } from '../accounts/links.server.ts'
import { hashToken, newToken } from '../accounts/tokens.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Envelope } from '../mail/account-letters.ts'
import { type NewLetter, writeLetter } from '../mail/letters.server.ts'
import {
  newsletterAskedLetter,
  newsletterKnownLetter,
  newsletterWelcomeLetter,
} from '../mail/newsletter-letters.ts'
import { later } from '../outbox/outbox.server.ts'
import { subscribers } from './customers.table.ts'

const A_FEW = { max: 10, minutes: 60 }
const CONFIRM_HOURS = 72

/** Asked by anybody for any address: what comes of it, its owner alone is told, by letter. */
export async function askForNewsletter(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'newsletter', A_FEW)
  if (await canEmail(ctx, email)) {
    await later(ctx.db, 'newsletter-asked', { email, origin: ctx.settings.origin })
  }
}

/** What was promised: a letter whose link says yes, or that there is nothing to say yes to. */
export async function sendNewsletterLink(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const token = newToken()
    const asked = {
      confirmHash: hashToken(token),
      confirmUntil: sql`now() + ${CONFIRM_HOURS} * interval '1 hour'`,
    }
    const [row] = await tx
      .insert(subscribers)
      .values({ id: newId('subscriber'), email, state: 'asked', ...asked })
      // Asked twice by one hand, it is one letter.
      .onConflictDoUpdate({
        target: subscribers.email,
        set: asked,
        setWhere: sql`${subscribers.state} <> 'asked' or ${subscribers.confirmUntil} is null or ${subscribers.confirmUntil} < ${asked.confirmUntil} - interval '1 minute'`,
      })
      .returning()
    if (!row) return
    if (row.state === 'subscribed') {
      await write(tx, settings, row, (envelope) => newsletterKnownLetter(envelope, `${settings.origin}/`))
    } else {
      const link = `${settings.origin}/newsletter/confirm?token=${token}`
      const envelope = { to: email, key: `newsletter:${token}`, support: supportLine(settings) }
      await writeLetter(tx, newsletterAskedLetter(envelope, link))
    }
  })
}

/** What the letter's link leads to: who reads letters by machine follows links too, so a look is not a yes. */
export async function isNewsletterLink(ctx: Context, token: string): Promise<boolean> {
  const [asked] = await ctx.db.select({ id: subscribers.id }).from(subscribers).where(askedWith(token))
  return asked !== undefined
}

/** The yes itself. Said twice it does nothing more. */
export async function confirmNewsletter(ctx: Context, token: string): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const [asked] = await tx.select().from(subscribers).where(askedWith(token)).for('update')
    if (!asked) throw new Refusal('not_found', LINK_EXPIRED)
    if (asked.state === 'subscribed') return asked
    await setSubscribed(tx, asked.email, true)
    await write(tx, ctx.settings, asked, (envelope) =>
      newsletterWelcomeLetter(envelope, `${ctx.settings.origin}/`),
    )
    return asked
  })
}

function askedWith(token: string) {
  return and(eq(subscribers.confirmHash, hashToken(token)), gt(subscribers.confirmUntil, sql`now()`))
}

/** Without signing in: the key in the letter is enough, and good for nothing else. */
export async function unsubscribe(ctx: Context, asked: { id: string; key: string }): Promise<void> {
  const row = isKeyOf(ctx.settings, asked) ? await findSubscriber(ctx.db, asked.id) : undefined
  if (!row) throw new Refusal('not_found', 'This link is not whole. Please use the one in the letter.')
  await setSubscribed(ctx.db, row.email, false)
}

/** For an address whose owner is known to have said so: by the letter's link, or signed in. */
export async function setSubscribed(db: Db, email: string, wanted: boolean): Promise<void> {
  if (!wanted) {
    // A link that is still under way must not undo it.
    const left = { state: 'left', leftAt: sql`now()`, confirmHash: null, confirmUntil: null } as const
    await db.update(subscribers).set(left).where(eq(subscribers.email, email))
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

/** A letter of the list: it carries its way out. */
async function write(
  db: Db,
  settings: Settings,
  { id, email }: { id: string; email: string },
  words: (envelope: Envelope) => NewLetter,
): Promise<void> {
  const unsubscribeUrl = `${settings.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key: keyOf(settings, id) })}`
  const key = `newsletter:${newToken()}`
  await writeLetter(db, words({ to: email, key, support: supportLine(settings), unsubscribeUrl }))
}

async function findSubscriber(db: Db, id: string) {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id))
  return row
}

function keyOf({ secret }: Settings, id: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${id}`).digest('base64url')
}

function isKeyOf(settings: Settings, { id, key }: { id: string; key: string }): boolean {
  const right = Buffer.from(keyOf(settings, id))
  const given = Buffer.from(key)
  return right.length === given.length && timingSafeEqual(right, given)
}

function supportLine({ support }: Settings): string {
  return `${support.email} · ${support.phone}`
}
