import type { Pool } from 'pg'
import { payByCard, TEST_CARDS } from './checkout-sessions.ts'
import { canSave, customerOf, findSavedCard, listSavedCards, type SavedCardRow } from './customers.ts'
import { newId } from './events.ts'
import type { SessionRow } from './session-row.ts'

/** What the shopper chose in the simulated payment form. */
export type CardChoice = {
  number: string
  /** The ID of a saved card, instead of the number. */
  saved: string
  expiry: string
  /** The shopper ticked “Save this card for next time”. */
  save: boolean
}

export type SavedCardOption = { id: string; label: string }

/** For the payment form of a session with a customer. */
export async function savedCardOptions(pool: Pool, session: SessionRow): Promise<SavedCardOption[]> {
  const customerId = customerOf(session)
  const cards = customerId ? await listSavedCards(pool, customerId) : []
  return cards.map((card) => ({ id: card.id, label: savedCardLabel(card) }))
}

/** All test cards are of one brand. */
function savedCardLabel({ last4, exp_month, exp_year }: SavedCardRow): string {
  return `Visa •••• ${last4}, expires ${String(exp_month).padStart(2, '0')}/${exp_year}`
}

export async function payWithChosenCard(
  pool: Pool,
  session: SessionRow,
  choice: CardChoice,
  confirmed?: boolean,
): ReturnType<typeof payByCard> {
  const number = choice.saved ? await savedNumber(pool, session, choice.saved) : choice.number
  const outcome = await payByCard(pool, session.id, number, confirmed)
  if (outcome === 'paid' && choice.save && !choice.saved && canSave(session))
    await saveCard(pool, session, choice)
  return outcome
}

/** The test card that was saved. Empty if another customer saved it. */
async function savedNumber(pool: Pool, session: SessionRow, id: string): Promise<string> {
  const card = await findSavedCard(pool, id)
  const isOwn = card?.customer_id && card.customer_id === customerOf(session)
  return (isOwn && Object.keys(TEST_CARDS).find((number) => number.endsWith(card.last4))) || ''
}

/** Of the card, only what is shown later is stored. */
async function saveCard(pool: Pool, session: SessionRow, { number, expiry }: CardChoice): Promise<void> {
  const [month = 12, year = 34] = expiry.split(/\D+/).filter(Boolean).map(Number)
  await pool.query(
    `insert into sandbox.payment_methods (id, customer_id, brand, last4, exp_month, exp_year)
     values ($1, $2, 'visa', $3, $4, $5)`,
    [
      newId('pm_test'),
      customerOf(session),
      number.replace(/\D/g, '').slice(-4),
      month >= 1 && month <= 12 ? month : 12,
      2000 + (year % 100),
    ],
  )
}
