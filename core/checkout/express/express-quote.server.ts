import type { CartLine } from '#core/cart/cart-line.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import type { Currency } from '#core/money.ts'
import { cardMinimumProblem } from '#core/payments/card-minimum.ts'
import type { PaymentLibrary } from '#core/payments/payment-library.ts'
import { loadCartLines, quoteCart } from '#core/pricing/cart-quote.server.ts'
import { countryWithArticle } from '#core/regions/country-name.ts'
import type { Region } from '#core/regions/regions.ts'
import { expressMethods, type PaymentMethodType } from '#core/settings/payment-methods.ts'
import type { PaymentSettings } from '#core/settings/payment-settings.ts'
import { readLatestStoreSettings, readStoreSettings } from '#core/settings/store-settings.server.ts'

/** What a wallet’s sheet shows. The lines and shipping add up to the total, in minor units of the currency. */
export type ExpressQuote = {
  currency: Currency
  total: number
  lines: { name: string; amount: number }[]
  shipping: number
  /** Authorized now, and charged when the order ships. */
  isCapturedLater: boolean
  /** The least and most business days until it is delivered. */
  deliveryDays: readonly [number, number]
}

export type ExpressPlace = Exclude<PaymentSettings['express'], 'nowhere'>

/** Where pages show express buttons. Pages stay up without the database, so it is what was last read. */
export async function readExpressPlace({
  db,
  log,
  payments: provider,
}: Pick<Context, 'db' | 'log' | 'payments'>): Promise<ExpressPlace | null> {
  if (!provider?.library) return null
  const { express } = (await readLatestStoreSettings(db, log)).payments
  return express === 'nowhere' ? null : express
}

/** Null if the owner hasn’t turned express buttons on, or the provider’s library isn’t available. */
export async function findExpressLibrary(
  ctx: Context,
): Promise<{ library: PaymentLibrary; methods: PaymentMethodType[] } | null> {
  const library = ctx.payments?.library
  if (!library) return null
  const { payments } = await readStoreSettings(ctx.db, ctx.log)
  if (payments.express === 'nowhere') return null
  return { library, methods: expressMethods(payments.methods, ctx.region.currency) }
}

export async function requireExpress(ctx: Context): Promise<void> {
  if (!(await findExpressLibrary(ctx))) throw new Refusal('not_found', 'Express checkout is not available.')
}

type ExpressRequest = { lines: readonly CartLine[]; code: string; country?: string | undefined }

/** The same quote that cart and checkout show. With a country, it refuses those that the region doesn’t ship to. */
export async function quoteExpress(
  ctx: Context,
  { lines, code, country }: ExpressRequest,
): Promise<ExpressQuote> {
  const { region } = ctx
  requireCountry(region, country)
  const quote = await quoteCart(ctx, { lines, region, code })
  const { currency, total, subtotal, discount, shipping, tax, taxIncluded } = quote
  const problem = total > 0 ? cardMinimumProblem(quote) : 'Nothing is left to pay.'
  if (problem) throw new Refusal('conflict', problem)
  const addedTax = taxIncluded ? 0 : tax
  return {
    currency,
    total,
    lines: [
      { name: 'Items', amount: subtotal - discount },
      ...(addedTax ? [{ name: 'Tax', amount: addedTax }] : []),
    ],
    shipping,
    isCapturedLater: await isCapturedLater(ctx, lines),
    deliveryDays: region.deliveryDays,
  }
}

/** As for orders: the sheet has to ask for the same as the order’s payment. */
async function isCapturedLater(ctx: Context, lines: readonly CartLine[]): Promise<boolean> {
  const { payments } = await readStoreSettings(ctx.db, ctx.log)
  if (payments.capture !== 'shipping') return false
  const stocked = await loadCartLines(ctx.db, lines)
  return stocked.every(({ preorderDate }) => preorderDate === null)
}

/** Prices, taxes, and currency are those of one region, so the address has to be in it. */
export function requireCountry({ code }: Region, country: string | undefined): void {
  if (country === undefined || country === code) return
  throw invalidInput(
    'country',
    `These prices are for ${countryWithArticle(code)}. To ship elsewhere, choose your country on this page first.`,
  )
}
