import { randomUUID } from 'node:crypto'
import { findCart } from '#core/cart/cart.server.ts'
import { listAddresses } from '#core/customers/addresses.server.ts'
import type { SavedAddress } from '#core/customers/profile.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { SETUP_FAILED } from '#core/payments/setup-failed.ts'
import { allowedMethods, METHODS } from '#core/settings/payment-methods.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { getDisplayedCart } from '#core/storefront/displayed-cart.server.ts'
import { getDisplayedPayment } from '#core/storefront/displayed-payment.server.ts'
import { getPlacedOrder } from '#core/storefront/placed-order.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { readChosenSamples } from '../cart/samples/chosen-samples.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { revalidateUnlessConnectionLost } from '../forms/should-revalidate.ts'
import { noStore, requestContext, setProductTags } from '../request-context.ts'
import type { Route } from './+types/checkout'
import { checkOut } from './checkout-actions.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { OrderConfirmed } from './order-confirmed.tsx'

export const meta = () => privateMeta('Checkout')

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, demo } = requestContext(context)
  const searchParams = new URL(request.url).searchParams
  const code = searchParams.get('code')?.slice(0, 60) ?? ''
  const { payments } = await readStoreSettings(ctx.db, ctx.log)
  const common = {
    ...{ region: ctx.region.code, demo, code, offersReminders: ctx.terms.offersReminders },
    methods: allowedMethods(payments.methods, ctx.region.currency).map((method) => METHODS[method].name),
    hasForm: payments.form === 'store' && ctx.payments?.library != null,
  }
  if (ctx.actor.kind !== 'user') {
    setProductTags(context, [])
    return { ...common, accountCheckout: null, placedOrder: null }
  }
  noStore(context)
  const number = searchParams.get('placed')
  if (number) {
    const order = await refusalToResponse(findOrder(ctx, number))
    const { total: amount, currency } = order
    const placed = await getPlacedOrder(ctx, order)
    const placedOrder = { number: order.number, total: { amount, currency }, placed }
    return { ...common, accountCheckout: null, placedOrder }
  }
  const [items, addresses] = await Promise.all([findCart(ctx), listAddresses(ctx)])
  const regionAddresses = addresses.filter(({ country }) => country === ctx.region.code)
  const cart = await getDisplayedCart(ctx, items, code, { chosenSamples: readChosenSamples(context) })
  const payment = await getDisplayedPayment(ctx, cart.quote, { codes: [], useCredit: false })
  const displayedCart = { ...cart, payment }
  const accountCheckout = {
    displayedCart,
    key: randomUUID(),
    email: ctx.actor.email,
    addresses: regionAddresses,
    selectedAddress: findSelectedAddress(regionAddresses, searchParams),
  }
  return { ...common, accountCheckout, placedOrder: null }
}

export const shouldRevalidate = revalidateUnlessConnectionLost

export async function action({ context, request }: Route.ActionArgs) {
  return checkOut(context, await request.formData())
}

/** After a lost connection the page keeps its idempotency key, so a retry can't order twice. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    const title = form.get('payment') === 'demo' ? 'Failed to place order' : SETUP_FAILED
    const notice = { title, tone: 'destructive' } as const
    return { notice, status: 503, connectionLost: true }
  }
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.placedOrder) return <OrderConfirmed {...loaderData.placedOrder} />
  return <CheckoutPage {...loaderData} result={actionData} />
}

function findSelectedAddress(
  addresses: SavedAddress[],
  searchParams: URLSearchParams,
): SavedAddress | undefined {
  const addressId = searchParams.get('address')
  if (addressId) return addresses.find(({ id }) => id === addressId)
  return addresses.find(({ isDefault }) => isDefault)
}
