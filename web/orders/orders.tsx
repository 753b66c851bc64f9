import { href } from 'react-router'
import { z } from 'zod'
import { sendOrderLink } from '#core/orders/emails/send-order-link.server.ts'
import type { OrderSummary } from '#core/orders/order.ts'
import { listOrders } from '#core/orders/orders.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { fieldErrors, typedValues } from '../forms/form-result.ts'
import { isServerFailure, keepFormOnFailure, keepLayoutsOnFailure } from '../forms/keep-form-on-failure.ts'
import { replyWith, withFormErrors } from '../forms/with-form-errors.ts'
import { noStore, setProductTags, shopContext } from '../request-context.ts'
import type { Route } from './+types/orders'
import { browserOrderIds, listBrowserOrders } from './guest-orders.ts'
import { ImportedOrders } from './imported-orders.tsx'
import { loadImportedOrders } from './load-imported-orders.server.ts'
import { type LoadedOrders, loadOrders, ORDERS_FAILED } from './load-orders.ts'
import { BrowserOrders, OrderList, OrdersUnavailable } from './order-list.tsx'
import { OrderLookup } from './order-lookup.tsx'

export const meta = () => privateMeta('Your Orders')

type OrdersPageData = LoadedOrders & { browserOrders: OrderSummary[] }

export async function loader({ context, request }: Route.LoaderArgs): Promise<OrdersPageData> {
  const ctx = shopContext(context)
  const hasBrowserOrders = browserOrderIds(context).length > 0
  if (ctx.actor.kind === 'user' || hasBrowserOrders) noStore(context)
  else setProductTags(context, [])
  try {
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    if (ctx.actor.kind === 'user') {
      const { searchParams } = new URL(request.url)
      const lists = {
        orders: (cursor: string | undefined) => listOrders(ctx, { cursor, limit: 20 }),
        imported: () => loadImportedOrders(ctx, searchParams, timeZone),
      }
      return { ...(await loadOrders(ctx, searchParams, lists, timeZone)), browserOrders: [] }
    }
    const browserOrders = hasBrowserOrders ? await listBrowserOrders(context) : []
    return { page: null, browserOrders, hasNewer: false, imported: null, failed: false, timeZone }
  } catch (error) {
    ctx.log.error('Failed to fetch orders', { requestId: ctx.requestId, error })
    return { ...ORDERS_FAILED, browserOrders: [] }
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<OrdersPageData> {
  try {
    return await serverLoader()
  } catch (error) {
    if (isServerFailure(error)) return { ...ORDERS_FAILED, browserOrders: [] }
    throw error
  }
}

const OrderLookupForm = z.object({
  number: z.string().trim().min(1, 'Please enter your order number').max(40, 'Use at most 40 characters.'),
  email: z
    .string()
    .trim()
    .max(254, 'Use an email address of at most 254 characters.')
    .includes('@', 'Please enter a valid email address'),
})

export const clientMiddleware = [...keepFormOnFailure(), keepLayoutsOnFailure]

/** Responds the same whether the order exists or not. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const lookup = OrderLookupForm.safeParse(Object.fromEntries(form))
  if (!lookup.success)
    return replyWith({ fields: fieldErrors(lookup.error), values: typedValues(form), status: 400 })
  return withFormErrors(context, 'Error', form, async () => {
    await sendOrderLink(shopContext(context), lookup.data)
    return replyWith({ notice: LINK_SENT, status: 200 })
  })
}

const LINK_SENT = {
  title: 'Check your email',
  description: 'If we find your order, you’ll get an email shortly.',
  isNextStep: true,
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { page, browserOrders, hasNewer, imported, failed, timeZone } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="font-display text-title">Your Orders</h1>
      <p className="mt-4 text-ink-soft">Track and view your order history</p>
      {failed && <OrdersUnavailable />}
      {page && <OrderList page={page} hasNewer={hasNewer} timeZone={timeZone} />}
      {imported && <ImportedOrders page={imported} path={href('/orders')} />}
      {browserOrders.length > 0 && <BrowserOrders orders={browserOrders} timeZone={timeZone} />}
      {!page && !failed && <OrderLookup />}
    </div>
  )
}
