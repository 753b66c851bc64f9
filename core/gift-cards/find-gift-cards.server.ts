import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { requestSource } from '../accounts/sign-in/known-browser.server.ts'
import { consumeAttempt } from '../accounts/sign-in/rate-limit.server.ts'
import type { Context } from '../context.ts'
import { formatDate } from '../dates.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { CURRENCIES, type Currency } from '../money.ts'
import {
  GIFT_CARD_STATES,
  type GiftCardTender,
  giftCardName,
  MAX_CODE_LENGTH,
  MAX_GIFT_CARDS,
  normalizeGiftCardCode,
} from './gift-card.ts'
import { hashCode } from './gift-card-code.server.ts'

const PayingCard = z.strictObject({
  id: z.string(),
  codeHash: z.string().nullable(),
  last4: z.string().nullable(),
  currency: z.enum(CURRENCIES),
  balance: z.int(),
  state: z.enum(GIFT_CARD_STATES),
  expiresAt: z.date().nullable(),
})
type PayingCard = z.infer<typeof PayingCard>

export const UNKNOWN_GIFT_CARD = 'This gift card code isn’t valid.'

class UnknownGiftCard extends Refusal {
  constructor(field: string) {
    super('invalid_input', UNKNOWN_GIFT_CARD, { [field]: UNKNOWN_GIFT_CARD })
  }
}

// With 128 bits no one guesses a code. The limit only bounds the work.
const GUESS_LIMIT = { max: 100, minutes: 15 }

/**
 * Only wrong codes count, and right ones aren't limited, so nobody can lock another shopper out. It runs around a
 * transaction, which a wrong code rolls back.
 */
export async function limitGiftCardGuesses<Result>(
  ctx: Context,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof UnknownGiftCard && ctx.settings.limits)
      await consumeAttempt(ctx.db, `wrong gift card codes from ${await requestSource(ctx)}`, GUESS_LIMIT)
    throw error
  }
}

type PayerQuery = GiftCardTender & { currency: Currency }
type LookupOptions = { lock?: boolean }

/**
 * The gift cards that can pay an order, in the order in which they are charged. Refuses the first that can't.
 * With a lock, their balances stay the same until the transaction ends.
 */
export async function findPayers(
  ctx: Context,
  payerQuery: PayerQuery,
  options: LookupOptions = {},
): Promise<PayingCard[]> {
  const { payers, refused } = await findPayersAndRefusals(ctx, payerQuery, options)
  const [first] = refused
  if (first) throw first
  return payers
}

/** For a page, which shows why a code can't pay, and counts with the others. */
export async function findPayersAndRefusals(
  ctx: Context,
  { codes, useCredit, currency }: PayerQuery,
  { lock = false }: LookupOptions = {},
): Promise<{ payers: PayingCard[]; usableCodes: string[]; refused: Refusal[] }> {
  const given = [...new Set(codes.map(normalizeGiftCardCode).filter(Boolean))]
  if (given.length > MAX_GIFT_CARDS) throw refusal(`Use up to ${MAX_GIFT_CARDS} gift cards for an order.`)
  const userId = useCredit && ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!given.length && !userId) return { payers: [], usableCodes: [], refused: [] }
  const cards = await selectCards(ctx.db, { hashes: given.map(hashCode), userId, currency }, lock)
  const credit = cards.filter(({ codeHash, balance }) => codeHash === null && balance > 0)
  const results = given.map((code) => {
    const card = cards.find(({ codeHash }) => codeHash === hashCode(code))
    return { code, card, problem: findProblem(ctx, card, currency) }
  })
  const usable = results.flatMap(({ code, card, problem }) => (card && !problem ? [{ code, card }] : []))
  return {
    payers: [...credit, ...usable.map(({ card }) => card)],
    usableCodes: usable.map(({ code }) => code),
    refused: results.flatMap(({ problem }) => problem ?? []),
  }
}

export function findBalance(ctx: Context, input: string): Promise<PayingCard> {
  return limitGiftCardGuesses(ctx, () => findByCode(ctx, input))
}

async function findByCode(ctx: Context, input: string): Promise<PayingCard> {
  const code = normalizeGiftCardCode(input)
  const hashes = code && code.length <= MAX_CODE_LENGTH ? [hashCode(code)] : []
  const [card] = await selectCards(ctx.db, { hashes, userId: null, currency: 'usd' }, false)
  if (!card || card.state === 'pending') throw new UnknownGiftCard('code')
  if (card.state === 'disabled') throw refusal(DISABLED, 'code')
  return card
}

function selectCards(
  db: Db,
  { hashes, userId, currency }: { hashes: string[]; userId: string | null; currency: Currency },
  lock: boolean,
): Promise<PayingCard[]> {
  return query(db, PayingCard)`
    select id, code_hash as "codeHash", last4, currency, balance, state, expires_at as "expiresAt" from gift_cards
    where code_hash = any(${hashes}::text[]) or (user_id = ${userId} and kind = 'credit' and currency = ${currency} and state = 'active')
    order by id ${lock ? sql`for no key update` : sql``}`
}

const DISABLED = 'This gift card was disabled. Please contact us.'

function findProblem(ctx: Context, card: PayingCard | undefined, currency: Currency): Refusal | undefined {
  if (!card || card.state === 'pending') return new UnknownGiftCard('gift_card_codes')
  const { state, expiresAt, last4, balance } = card
  const name = giftCardName(last4)
  if (state === 'disabled') return refusal(DISABLED)
  if (expiresAt && expiresAt <= ctx.now) return refusal(`${name} expired on ${formatDate(expiresAt, 'UTC')}.`)
  if (card.currency !== currency)
    return refusal(
      `${name} is in ${card.currency.toUpperCase()}, and this order is in ${currency.toUpperCase()}.`,
    )
  return balance === 0 ? refusal(`${name} has been used up.`) : undefined
}

function refusal(message: string, field = 'gift_card_codes'): Refusal {
  return invalidInput(field, message)
}
