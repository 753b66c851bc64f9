import type { Currency } from '../money.ts'

/** Besides cards, with which Apple Pay and Google Pay come: every store takes them. */
export const OPTIONAL_METHODS = ['link', 'paypal', 'klarna', 'upi', 'ideal', 'bancontact'] as const
export type OptionalMethod = (typeof OPTIONAL_METHODS)[number]
/** As the provider names them. */
export type PaymentMethodType = 'card' | OptionalMethod

/** `canHold`: whether it can be authorized first, and captured later. */
type MethodFacts = { name: string; currencies: readonly Currency[]; canHold: boolean }

/** With capture at shipping, shoppers see only these. */
export const holdableMethods = (methods: readonly PaymentMethodType[]) =>
  methods.filter((method) => METHODS[method].canHold)

/** The provider also decides by the buyer's country, the store's account, and the amount. */
export const METHODS: Record<PaymentMethodType, MethodFacts> = {
  card: { name: 'Card', currencies: ['usd', 'cad', 'gbp', 'inr'], canHold: true },
  link: { name: 'Link', currencies: ['usd', 'cad', 'gbp'], canHold: true },
  paypal: { name: 'PayPal', currencies: ['usd', 'cad', 'gbp'], canHold: true },
  klarna: { name: 'Klarna', currencies: ['usd', 'cad', 'gbp'], canHold: true },
  upi: { name: 'UPI', currencies: ['inr'], canHold: false },
  // Both need euros, which no region has yet.
  ideal: { name: 'iDEAL', currencies: [], canHold: false },
  bancontact: { name: 'Bancontact', currencies: [], canHold: false },
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
