import { z } from 'zod'
import { acceptedSecrets, isSame, sign } from '#core/accounts/signature.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { LINK_EXPIRED } from '../accounts/one-time-links.server.ts'
import { hashToken, newToken } from '../accounts/sessions/tokens.ts'
import { canEmail, limitRequests } from '../accounts/sign-in/rate-limit.server.ts'
import { findHome } from '../content/published/published-content.server.ts'
import type { Context } from '../context.ts'
import type { Envelope } from '../email/email-layout.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail, type NewEmail } from '../email/emails.server.ts'
import {
  alreadySubscribedEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
} from '../email/newsletter-emails.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { moodPicture } from '../media/mood.ts'
import { findEmailBanner } from '../media/picture-sizes.server.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { Settings } from '../settings/settings.ts'
import type { NewsletterConsent } from './newsletter-consent.ts'

/** `pending` means that the confirmation link was sent but not followed. */
export const SUBSCRIBER_STATES = ['pending', 'subscribed', 'left'] as const

const SubscriberState = z.strictObject({
  id: z.string(),
  email: z.string(),
  state: z.enum(SUBSCRIBER_STATES),
})
type SubscriberState = z.infer<typeof SubscriberState>

const CONFIRM_HOURS = 72

/** Anyone can submit any address. Only its owner learns the result, by email. */
export async function requestNewsletter(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'newsletter')
  if (await canEmail(ctx, email, 'newsletter')) {
    await enqueueJob(ctx.db, 'newsletter-requested', { email, origin: ctx.settings.origin })
  }
}

export async function sendNewsletterConfirmation(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const token = newToken()
    // A double click sends one email.
    const [subscriber] = await query(tx, SubscriberState)`
      insert into newsletter_subscribers as n (id, email, state, confirm_hash, confirm_until)
      values (${newId('subscriber')}, ${email}, 'pending', ${hashToken(token)}, now() + ${CONFIRM_HOURS} * interval '1 hour')
      on conflict (email) do update set confirm_hash = excluded.confirm_hash, confirm_until = excluded.confirm_until
        where n.state <> 'pending' or n.confirm_until is null or n.confirm_until < excluded.confirm_until - interval '1 minute'
      returning id, email, state`
    if (!subscriber) return
    if (subscriber.state === 'subscribed') {
      await enqueueNewsletterEmail(tx, settings, subscriber, alreadySubscribedEmail)
    } else {
      const link = `${settings.origin}/newsletter/confirm?token=${token}`
      const sender = await readEmailSender({ db: tx, settings })
      const envelope = { to: email, key: `newsletter:${token}`, sender }
      await enqueueEmail(tx, newsletterConfirmationEmail(envelope, link))
    }
  })
}

/** Opening the link doesn't subscribe: email scanners follow links too. */
export async function isNewsletterLinkValid(ctx: Context, token: string): Promise<boolean> {
  return (await selectSubscribers(ctx.db, hasConfirmToken(token))).length > 0
}

/** Confirming again changes nothing. */
export async function confirmNewsletter(ctx: Context, token: string): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const [subscriber] = await selectSubscribers(tx, sql`${hasConfirmToken(token)} for update`)
    if (!subscriber) throw new Refusal('not_found', LINK_EXPIRED)
    if (subscriber.state === 'subscribed') return subscriber
    await setSubscribed({ db: tx, now: ctx.now }, subscriber.email, 'confirmation-1')
    const banner = await findHomePicture({ ...ctx, db: tx })
    await enqueueNewsletterEmail(tx, ctx.settings, { ...subscriber, banner }, newsletterWelcomeEmail)
    return subscriber
  })
}

async function findHomePicture(ctx: Context): Promise<string | undefined> {
  const { fields } = await findHome(ctx)
  return findEmailBanner(ctx, fields.hero.pictureId ?? moodPicture('home').id)
}

function hasConfirmToken(token: string): Sql {
  return sql`confirm_hash = ${hashToken(token)} and confirm_until > now()`
}

function selectSubscribers(db: Db, condition: Sql): Promise<SubscriberState[]> {
  return query(db, SubscriberState)`select id, email, state from newsletter_subscribers where ${condition}`
}

/** Needs no sign-in: the key in the email can do nothing else. */
export async function unsubscribe(ctx: Context, link: { id: string; key: string }): Promise<void> {
  const isValid = acceptedSecrets(ctx.settings).some((secret) =>
    isSame(unsubscribeKey({ secret }, link.id), link.key),
  )
  const [subscriber] = isValid ? await selectSubscribers(ctx.db, sql`id = ${link.id}`) : []
  if (!subscriber)
    throw new Refusal(
      'not_found',
      'This unsubscribe link is incomplete. Please use the link in your newsletter.',
    )
  await setSubscribed(ctx, subscriber.email, null)
}

/**
 * Callers must know that the address's owner requested this, through the emailed link or while signed in. The consent is the
 * text that they agreed to; null unsubscribes.
 */
export async function setSubscribed(
  { db, now }: Pick<Context, 'db' | 'now'>,
  email: string,
  consent: NewsletterConsent | null,
): Promise<void> {
  if (!consent) {
    // A confirmation link that is still in a mailbox must not undo this.
    await execute(db)`
      update newsletter_subscribers set state = 'left', left_at = ${now}, confirm_hash = null, confirm_until = null
      where email = ${email}`
    return
  }
  await execute(db)`
    insert into newsletter_subscribers as n (id, email, state, requested_at, confirmed_at, consent)
    values (${newId('subscriber')}, ${email}, 'subscribed', ${now}, ${now}, ${consent})
    on conflict (email) do update set state = 'subscribed', confirmed_at = excluded.confirmed_at, left_at = null,
      consent = excluded.consent
      where n.state <> 'subscribed'`
}

async function enqueueNewsletterEmail(
  db: Db,
  settings: Settings,
  { id, email, banner }: { id: string; email: string; banner?: string },
  template: (envelope: Envelope, storeUrl: string) => NewEmail,
): Promise<void> {
  const unsubscribeUrl = `${settings.origin}/newsletter/unsubscribe?${new URLSearchParams({ id, key: unsubscribeKey(settings, id) })}`
  const key = `newsletter:${newToken()}`
  const envelope = { to: email, key, sender: await readEmailSender({ db, settings }), unsubscribeUrl, banner }
  await enqueueEmail(db, template(envelope, `${settings.origin}/`))
}

function unsubscribeKey({ secret }: Pick<Settings, 'secret'>, id: string): string {
  return sign(`unsubscribe ${id}`, secret)
}
