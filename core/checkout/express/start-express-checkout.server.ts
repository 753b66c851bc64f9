import type { CartLine } from '#core/cart/cart-line.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Currency } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { OrderSource } from '#core/orders/sources/order-source.ts'
import { SETUP_FAILED } from '#core/payments/setup-failed.ts'
import { startCardCheckout } from '../card-checkout.server.ts'
import { findPaymentForm } from '../payment-form.server.ts'
import { requireCountry, requireExpress } from './express-quote.server.ts'
import { toShippingAddress, type WalletDetails } from './wallet-address.ts'

export type ExpressPurchase = {
  lines: readonly CartLine[]
  code: string
  samples: readonly string[]
  /** What the wallet’s sheet showed. */
  expected: { total: number; currency: Currency }
  country: string
  wallet: WalletDetails
  source: OrderSource | null
}

/** `clientSecret` is null if the payment was made already, such as when a request is repeated. */
export type ExpressCheckout = { order: Order; sessionId: string; clientSecret: string | null }

/** Runs when the shopper confirms in the wallet’s sheet: the order is written before anything is charged. */
export async function startExpressCheckout(
  ctx: Context,
  { country, wallet, expected, samples, ...purchase }: ExpressPurchase,
  key: string,
  browserOrders: readonly string[],
): Promise<ExpressCheckout> {
  await requireExpress(ctx)
  const { region } = ctx
  requireCountry(region, country)
  const details = toShippingAddress(wallet, region.code)
  if ('fields' in details) throw walletProblem(details.fields)
  const { order, sessionId } = await startCardCheckout(
    ctx,
    {
      ...purchase,
      address: details.address,
      region: region.code,
      expected: { ...expected, due: undefined },
      samples: samples.length ? samples : undefined,
    },
    key,
    { browserOrders, isExpress: true },
  )
  const form = await findPaymentForm(ctx, sessionId)
  if (form.state === 'paid') return { order, sessionId, clientSecret: null }
  if (form.state === 'closed' || !form.clientSecret) throw new Refusal('unavailable', SETUP_FAILED)
  return { order, sessionId, clientSecret: form.clientSecret }
}

/** Names the first field, because a wallet’s sheet shows one message. */
function walletProblem(fields: Record<string, string>): Refusal {
  return new Refusal('invalid_input', Object.values(fields)[0] ?? '', fields)
}
