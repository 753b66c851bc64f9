import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { OrderPage } from '#core/orders/order.ts'

export type LoadedOrders = { page: OrderPage | null; hasNewer: boolean; failed: boolean; timeZone: string }

/** A failure is shown where the orders would be; a refusal, such as of an invalid page, is the caller's. */
export async function loadOrders(
  ctx: Context,
  searchParams: URLSearchParams,
  list: (cursor: string | undefined) => Promise<OrderPage>,
  timeZone: string,
): Promise<LoadedOrders> {
  const cursor = searchParams.get('after') ?? undefined
  const hasNewer = cursor !== undefined
  try {
    return { page: await list(cursor), hasNewer, failed: false, timeZone }
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.error('Failed to fetch orders', { requestId: ctx.requestId, error })
    return { ...ORDERS_FAILED, hasNewer }
  }
}

export const ORDERS_FAILED: LoadedOrders = { page: null, hasNewer: false, failed: true, timeZone: 'UTC' }
