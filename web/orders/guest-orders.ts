import { href, redirect } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { findOrder, findOrderByLink } from '#core/orders/find-order.server.ts'
import type { Order, OrderSummary } from '#core/orders/order.ts'
import { createOrderToken, orderTokenState } from '#core/orders/order-link.ts'
import { listOrdersByLink } from '#core/orders/orders.server.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { type RouterContext, requestCookies, shopContext } from '../request-context.ts'

type BrowserOrder = { id: string; number: string; token: string }

const MAX_ORDERS = 8

/** Guest orders that this browser placed or opened by link, from a cookie that no script can read. */
function browserOrders(context: RouterContext): BrowserOrder[] {
  const { settings, now } = shopContext(context)
  return (requestCookies(context).get('orders') ?? '').split(' ').flatMap((entry) => {
    const [id = '', number = '', token = ''] = entry.split(':')
    return orderTokenState(settings, { orderId: id, token, now }) === 'valid' ? [{ id, number, token }] : []
  })
}

export function browserOrderIds(context: RouterContext): string[] {
  return browserOrders(context).map(({ id }) => id)
}

/** Newest first. */
export function listBrowserOrders(context: RouterContext): Promise<OrderSummary[]> {
  return listOrdersByLink(shopContext(context), browserOrders(context))
}

/** Lets this browser open the order without its link, for as long as the link is valid. */
export function rememberOrder(
  context: RouterContext,
  { id, number }: Pick<Order, 'id' | 'number'>,
  token = createOrderToken(shopContext(context).settings, id),
): void {
  const others = browserOrders(context).filter((other) => other.id !== id)
  const orders = [{ id, number, token }, ...others].slice(0, MAX_ORDERS)
  requestCookies(context).set(
    'orders',
    orders.map((entry) => `${entry.id}:${entry.number}:${entry.token}`).join(' '),
  )
}

/** `token` is set if access comes from the emailed link, not from the account. */
export type VisibleOrder = { order: Order; token: string | null }

/** Throws `not_found` for another customer's order. */
export async function findVisibleOrder(context: RouterContext, number: string): Promise<VisibleOrder> {
  const ctx = shopContext(context)
  const token = browserOrders(context).find((browserOrder) => browserOrder.number === number)?.token
  const order = token && (await findOrderByLink(ctx, number, token).catch(ignoreRefusal))
  return order ? { order, token } : { order: await findOrder(ctx, number), token: null }
}

/** Who is signed out and has no link signs in first. */
export async function openVisibleOrder(
  context: RouterContext,
  number: string,
  path: string,
): Promise<VisibleOrder> {
  const visibleOrder = findVisibleOrder(context, number)
  if (shopContext(context).actor.kind === 'user') return refusalToResponse(visibleOrder)
  return visibleOrder.catch(() => {
    throw redirect(`${href('/login')}?${new URLSearchParams({ next: path })}`)
  })
}

/** Moves the key from the URL to the cookie. If the order has joined an account, its page asks to sign in. */
export async function exchangeOrderKey(context: RouterContext, number: string, key: string): Promise<string> {
  try {
    rememberOrder(context, await findOrderByLink(shopContext(context), number, key), key)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'unauthenticated') throw error
  }
  return href('/orders/:number', { number })
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
