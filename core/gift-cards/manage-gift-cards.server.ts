import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { derivedId, newId } from '../ids.ts'
import { CURRENCIES, type Currency, formatMoney } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { REGION_CODES, REGIONS } from '../regions/regions.ts'
import { buildRegion } from '../regions/terms.ts'
import { selectStoreSettings } from '../settings/store-settings.server.ts'
import { deriveCode, hashCode, lastCharacters, revealCode } from './gift-card-code.server.ts'
import { giftCardNotFound } from './gift-card-list.server.ts'

const MAX_AMOUNT = 10_000_000

const amount = z
  .int('Enter an amount, such as 50.')
  .positive('Enter an amount greater than 0.')
  .max(MAX_AMOUNT, 'Enter an amount of at most 100,000.')
const note = z.string().trim().max(500, 'Use at most 500 characters.').optional()

/** Amounts are in minor units of the currency. */
export const NewGiftCard = z.object({
  amount,
  currency: z.enum(CURRENCIES, 'Choose a currency.'),
  /** The card is sent to it. Without an address, staff pass the code on. */
  recipient: z
    .email('Enter an email address, such as name@example.com.')
    .max(254, 'Use at most 254 characters.')
    .transform((email) => email.toLowerCase())
    .optional(),
  recipientName: z.string().trim().max(100, 'Use at most 100 characters.').optional(),
  message: z.string().trim().max(500, 'Use at most 500 characters.').optional(),
  expiresAt: z.date('Choose a date.').nullable().optional(),
  note,
})
export type NewGiftCard = z.infer<typeof NewGiftCard>

/**
 * The code is only in this response, and in the email. With a key, a repeated request gets the same card and code.
 */
export async function issueGiftCard(
  ctx: Context,
  input: unknown,
  key?: string | undefined,
): Promise<{ id: string; code: string }> {
  const draft = parseForm(NewGiftCard, input)
  if (draft.expiresAt && draft.expiresAt <= ctx.now)
    throw invalidInput('expiresAt', 'Choose a date in the future.')
  const { id: issuerId } = requirePermission(ctx.actor, 'gift-cards.edit')
  const id = key ? derivedId('giftCard', `${issuerId} ${key}`) : newId('giftCard')
  const code = deriveCode(ctx.settings, { id, codeVersion: 1 })
  const { currency, recipient = null, recipientName, message, expiresAt = null } = draft
  await staffTransaction(ctx, 'gift-cards.edit', async (tx, actor) => {
    const rate = await readRate({ ...ctx, db: tx }, currency)
    const inserted = await execute(tx)`
      insert into gift_cards (id, kind, code_hash, last4, currency, rate, recipient_name, recipient_email, message,
        expires_at, send_at, created_by, created_at)
      values (${id}, 'code', ${hashCode(code)}, ${lastCharacters(code)}, ${currency}, ${rate}, ${recipientName || null},
        ${recipient}, ${message || null}, ${expiresAt}, ${recipient && ctx.now}, ${actor.id}, ${ctx.now})
      on conflict (id) do nothing`
    if (!inserted) return requireSameCard(tx, id, draft)
    await move(
      { ...ctx, db: tx },
      { id, change: draft.amount, reason: 'issued', actorId: actor.id, note: draft.note },
    )
    if (recipient) await enqueueJob(tx, 'send-gift-card', { id }, { key: `send-gift-card:${id}` })
    const after = { amount: draft.amount, currency, recipient, expiresAt }
    await writeAudit(ctx, { action: 'gift-card-issued', subject: id, after }, tx)
  })
  return { id, code }
}

/** A key names one card. */
async function requireSameCard(
  tx: Db,
  id: string,
  { amount, currency, recipient }: NewGiftCard,
): Promise<void> {
  const same = await execute(tx)`
    select from gift_cards c where c.id = ${id} and c.currency = ${currency} and c.code_version = 1
      and c.recipient_email is not distinct from ${recipient ?? null}
      and exists (select from gift_card_movements m
        where m.gift_card_id = c.id and m.reason = 'issued' and m.change = ${amount})`
  if (!same)
    throw new Refusal(
      'idempotency_mismatch',
      'This Idempotency-Key was already used for a different gift card. Use a new key.',
    )
}

/** Units of the currency per US dollar. The balance stays in the books at this rate. */
export async function readRate({ db, log }: Context, currency: Currency): Promise<number> {
  const { settings } = await selectStoreSettings(db, log)
  const code = REGION_CODES.find((region) => REGIONS[region].currency === currency) ?? 'US'
  return buildRegion(settings, code).rate
}

const Adjustment = z.object({
  change: z
    .int('Enter an amount, such as 10 or -10.')
    .min(-MAX_AMOUNT, 'Enter an amount of at most 100,000.')
    .max(MAX_AMOUNT, 'Enter an amount of at most 100,000.')
    .refine((change) => change !== 0, 'Enter an amount other than 0.'),
  note: z.string().trim().min(1, 'Say why. Only staff see it.').max(500, 'Use at most 500 characters.'),
})

/** Adds to the balance or takes from it. The reason is recorded. */
export async function adjustGiftCard(ctx: Context, id: string, input: unknown): Promise<void> {
  const { change, note } = parseForm(Adjustment, input)
  await staffTransaction(ctx, 'gift-cards.edit', async (tx, actor) => {
    const { balance, currency } = await lockGiftCard(tx, id)
    if (balance + change < 0) {
      const message = `The balance is ${formatMoney({ amount: balance, currency })}.`
      throw new Refusal('conflict', message, { change: message })
    }
    await move({ ...ctx, db: tx }, { id, change, reason: 'adjusted', actorId: actor.id, note })
    const states = { before: { balance }, after: { balance: balance + change, note } }
    await writeAudit(ctx, { action: 'gift-card-adjusted', subject: id, ...states }, tx)
  })
}

/** A disabled card has its balance, but pays nothing until it is enabled again. */
export async function setGiftCardEnabled(ctx: Context, id: string, isEnabled: boolean): Promise<void> {
  await staffTransaction(ctx, 'gift-cards.edit', async (tx) => {
    await lockGiftCard(tx, id)
    await execute(tx)`update gift_cards set state = ${isEnabled ? 'active' : 'disabled'} where id = ${id}`
    const action = isEnabled ? 'gift-card-enabled' : 'gift-card-disabled'
    await writeAudit(ctx, { action, subject: id }, tx)
  })
}

/** For a code that was lost or that somebody else saw. The former one stops working at once. */
export async function replaceCode(ctx: Context, id: string): Promise<{ code: string }> {
  return staffTransaction(ctx, 'gift-cards.edit', async (tx) => {
    const { codeHash, codeVersion } = await lockGiftCard(tx, id)
    if (!codeHash) throw new Refusal('conflict', 'Store credit has no code.')
    const code = deriveCode(ctx.settings, { id, codeVersion: codeVersion + 1 })
    await execute(tx)`
      update gift_cards set code_version = code_version + 1, code_hash = ${hashCode(code)}, last4 = ${lastCharacters(code)}
      where id = ${id}`
    await writeAudit(ctx, { action: 'gift-card-code-replaced', subject: id }, tx)
    return { code }
  })
}

export type CreditChange = { userId: string; change: number; currency: Currency; note: string }

/** Gives an account store credit, or takes some of it. */
export async function changeStoreCredit(ctx: Context, { userId, ...input }: CreditChange): Promise<string> {
  const { change, note } = parseForm(Adjustment, input)
  const { currency } = parseForm(NewGiftCard.pick({ currency: true }), input)
  return staffTransaction(ctx, 'gift-cards.edit', async (tx, actor) => {
    const known = await execute(tx)`select from profiles where id = ${userId} and blocked_at is null`
    if (!known) throw new Refusal('not_found', 'Customer not found, or blocked.')
    const id = await openStoreCredit({ ...ctx, db: tx }, { userId, currency, actorId: actor.id })
    await move({ ...ctx, db: tx }, { id, change, reason: 'adjusted', actorId: actor.id, note })
    await writeAudit(
      ctx,
      { action: 'store-credit-changed', subject: userId, after: { change, currency, note } },
      tx,
    )
    return id
  }).catch((error) => {
    if (!violates(error, 'gift_cards_balance')) throw error
    const message = 'The account doesn’t have that much store credit.'
    throw new Refusal('conflict', message, { change: message })
  })
}

type CreditAccount = { userId: string; currency: Currency; actorId: string | null }

/** An account has one balance per currency. */
export async function openStoreCredit(
  ctx: Context,
  { userId, currency, actorId }: CreditAccount,
): Promise<string> {
  const rate = await readRate(ctx, currency)
  await execute(ctx.db)`
    insert into gift_cards (id, kind, currency, rate, user_id, created_by, created_at)
    values (${newId('giftCard')}, 'credit', ${currency}, ${rate}, ${userId}, ${actorId}, ${ctx.now})
    on conflict (user_id, currency) where kind = 'credit' do nothing`
  const [id] = await queryColumn(ctx.db, z.string())`
    select id from gift_cards where user_id = ${userId} and currency = ${currency} and kind = 'credit'`
  if (!id) throw new Error(`The store credit of ${userId} was not found`)
  return id
}

type NewMovement = {
  id: string
  change: number
  reason: 'issued' | 'adjusted'
  actorId: string | null
  note?: string | undefined
}

async function move(
  { db: tx, now }: Context,
  { id, change, reason, actorId, note }: NewMovement,
): Promise<void> {
  await execute(tx)`
    insert into gift_card_movements (gift_card_id, change, reason, actor_id, note, created_at, to_book)
    values (${id}, ${change}, ${reason}, ${actorId}, ${note || null}, ${now}, true)`
  await enqueueJob(tx, 'book-gift-cards', {}, { key: 'book-gift-cards' })
}

const LockedCard = z.strictObject({
  id: z.string(),
  balance: z.int(),
  currency: z.enum(CURRENCIES),
  codeHash: z.string().nullable(),
  codeVersion: z.int(),
})

async function lockGiftCard(tx: Db, id: string): Promise<z.infer<typeof LockedCard>> {
  const [card] = await query(tx, LockedCard)`
    select id, balance, currency, code_hash as "codeHash", code_version as "codeVersion" from gift_cards
    where id = ${id} and state <> 'pending' for no key update`
  if (!card) throw giftCardNotFound()
  return card
}

/** Staff read a code to pass it on. Each time is recorded. */
export async function readGiftCardCode(ctx: Context, id: string): Promise<string> {
  return staffTransaction(ctx, 'gift-cards.edit', async (tx) => {
    const card = await lockGiftCard(tx, id)
    const code = revealCode(ctx.settings, card)
    if (!code) throw new Refusal('conflict', 'This code can’t be shown anymore. Replace it.')
    await writeAudit(ctx, { action: 'gift-card-code-read', subject: id }, tx)
    return code
  })
}
