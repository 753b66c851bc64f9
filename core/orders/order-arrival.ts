import { calendarDay } from '../dates.ts'
import { arrivalDays, formatArrival } from '../regions/arrival.ts'
import type { StoreSettings } from '../settings/store-settings.ts'
import type { Order } from './order.ts'

type ArrivingOrder = Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'region' | 'createdAt'>

/** “between Tue, Dec 1 and Thu, Dec 3”, or null if the order isn't to come, or should have come already. */
export function orderArrival(
  { status, paymentStatus, paymentMethod, region, createdAt }: ArrivingOrder,
  { shipping, timeZone }: Pick<StoreSettings, 'shipping' | 'timeZone'>,
  now: Date,
): string | null {
  const isOpen = status === 'pending' || status === 'processing' || status === 'shipped'
  if (!isOpen || (paymentStatus !== 'paid' && paymentMethod !== 'demo')) return null
  const days = arrivalDays({ deliveryDays: shipping.deliveryDays[region] }, createdAt, timeZone)
  return calendarDay(now, timeZone) > days[1] ? null : formatArrival(days)
}
