import { calendarDay } from '#core/dates.ts'
import { arrivalDays, formatArrival, formatDay } from '#core/regions/arrival.ts'
import type { StoreSettings } from '#core/settings/store-settings.ts'
import type { Order, OrderLine } from '../order.ts'
import { isConfirmed } from '../order-status.ts'
import { preorderDate } from '../preorders.ts'

type ArrivingOrder = Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'region' | 'createdAt'> & {
  authorization?: Order['authorization']
  items?: readonly Pick<OrderLine, 'preorderDate'>[]
}

/** “between Tue, Dec 1 and Thu, Dec 3”, “by Thu, Dec 3” from the second day on, or null if the order isn't to come, or should have come already. */
export function orderArrival(
  { region, createdAt, items = [], ...order }: ArrivingOrder,
  { shipping, timeZone }: Pick<StoreSettings, 'shipping' | 'timeZone'>,
  now: Date,
): string | null {
  const { status } = order
  const isOpen = status === 'pending' || status === 'processing' || status === 'shipped'
  if (!isOpen || !isConfirmed(order)) return null
  const days = arrivalDays(
    { deliveryDays: shipping.deliveryDays[region] },
    createdAt,
    timeZone,
    preorderDate({ items }),
  )
  const today = calendarDay(now, timeZone)
  if (today > days[1]) return null
  return today > days[0] ? `by ${formatDay(days[1])}` : formatArrival(days)
}

/** A test order doesn't ship. */
export function shownArrival(
  order: ArrivingOrder,
  settings: Pick<StoreSettings, 'shipping' | 'timeZone'>,
  now: Date,
): string | null {
  return order.paymentMethod === 'demo' ? null : orderArrival(order, settings, now)
}
