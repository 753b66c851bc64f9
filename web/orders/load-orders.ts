import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { OrderPage } from '#core/orders/order.ts'
import type { ImportedOrderPage } from './load-imported-orders.server.ts'

export type LoadedOrders = {
  page: OrderPage | null
  hasNewer: boolean
  /** Null if the customer has none from the brand’s former store. */
  imported: ImportedOrderPage | null
  failed: boolean
  timeZone: string
}

type OrderLists = {
  orders(cursor: string | undefined): Promise<OrderPage>
  imported(): Promise<ImportedOrderPage | null>
}

/** A failure is shown where the orders would be; a refusal, such as of an invalid page, is the caller's. */
export async function loadOrders(
  ctx: Context,
  searchParams: URLSearchParams,
  lists: OrderLists,
  timeZone: string,
): Promise<LoadedOrders> {
  const cursor = searchParams.get('after') ?? undefined
  const hasNewer = cursor !== undefined
  try {
    const [page, imported] = await Promise.all([lists.orders(cursor), lists.imported()])
    return { page, hasNewer, imported, failed: false, timeZone }
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.error('Failed to fetch orders', { requestId: ctx.requestId, error })
    return { ...ORDERS_FAILED, hasNewer }
  }
}

export const ORDERS_FAILED: LoadedOrders = {
  page: null,
  hasNewer: false,
  imported: null,
  failed: true,
  timeZone: 'UTC',
}
