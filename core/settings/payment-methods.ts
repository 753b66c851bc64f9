import type { Currency } from '../money.ts'

/** Besides cards, with which Apple Pay and Google Pay come: every store takes them. */
export const OPTIONAL_METHODS = ['link', 'paypal', 'klarna', 'upi', 'ideal', 'bancontact'] as const
export type OptionalMethod = (typeof OPTIONAL_METHODS)[number]
/** As the provider names them. */
export type PaymentMethodType = 'card' | OptionalMethod

type MethodFacts = { name: string; currencies: readonly Currency[] }

/** The provider also decides by the buyer's country, the store's account, and the amount. */
export const METHODS: Record<PaymentMethodType, MethodFacts> = {
  card: { name: 'Card', currencies: ['usd', 'cad', 'gbp', 'inr'] },
  link: { name: 'Link', currencies: ['usd', 'cad', 'gbp'] },
  paypal: { name: 'PayPal', currencies: ['usd', 'cad', 'gbp'] },
  klarna: { name: 'Klarna', currencies: ['usd', 'cad', 'gbp'] },
  upi: { name: 'UPI', currencies: ['inr'] },
  // Both need euros, which no region has yet.
  ideal: { name: 'iDEAL', currencies: [] },
  bancontact: { name: 'Bancontact', currencies: [] },
}

/** Those whose buttons tell the store where to ship. Apple Pay and Google Pay come with cards. */
const EXPRESS_METHODS: readonly PaymentMethodType[] = ['card', 'link', 'paypal', 'klarna']

export function expressMethods(
  chosen: Readonly<Record<OptionalMethod, boolean>>,
  currency: Currency,
): PaymentMethodType[] {
  return allowedMethods(chosen, currency).filter((method) => EXPRESS_METHODS.includes(method))
}

export function allowedMethods(
  chosen: Readonly<Record<OptionalMethod, boolean>>,
  currency: Currency,
): PaymentMethodType[] {
  const methods = OPTIONAL_METHODS.filter((method) => chosen[method])
  return ['card' as const, ...methods].filter((method) => METHODS[method].currencies.includes(currency))
}
