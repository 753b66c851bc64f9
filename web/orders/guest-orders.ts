import { href, type RouterContextProvider } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { findOrder, findOrderByLink } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { createOrderToken, isValidOrderToken } from '#core/orders/order-link.ts'
import { requestCookies, shopContext } from '../visit.ts'

type Visiting = Readonly<RouterContextProvider>
type Known = { id: string; number: string; token: string }

const MOST = 8

/** The guest orders that this browser began, or opened by their link: in a cookie that no script can read. */
function knownHere(context: Visiting): Known[] {
  const { settings } = shopContext(context)
  return (requestCookies(context).get('orders') ?? '').split(' ').flatMap((kept) => {
    const [id = '', number = '', token = ''] = kept.split(':')
    return isValidOrderToken(settings, id, token) ? [{ id, number, token }] : []
  })
}

export function idsKnownHere(context: Visiting): string[] {
  return knownHere(context).map(({ id }) => id)
}

/** From now on this browser may open the order without its link. */
export function rememberOrder(context: Visiting, { id, number }: Pick<Order, 'id' | 'number'>): void {
  const { settings } = shopContext(context)
  const others = knownHere(context).filter((other) => other.id !== id)
  const known = [{ id, number, token: createOrderToken(settings, id) }, ...others].slice(0, MOST)
  requestCookies(context).set('orders', known.map((one) => `${one.id}:${one.number}:${one.token}`).join(' '))
}

/** `token` opens it for somebody whose account does not. */
export type Seen = { order: Order; token: string | null }

/** One's own order, or one that this browser knows; anybody else's does not exist. */
export async function seeOrder(context: Visiting, number: string): Promise<Seen> {
  const ctx = shopContext(context)
  const token = knownHere(context).find((known) => known.number === number)?.token
  const order = token && (await findOrderByLink(ctx, number, token).catch(orNone))
  return order ? { order, token } : { order: await findOrder(ctx, number), token: null }
}

/** A key in the address is exchanged for the cookie, and goes. */
export async function takeKey(context: Visiting, number: string, key: string): Promise<string> {
  rememberOrder(context, await findOrderByLink(shopContext(context), number, key))
  return href('/orders/:number', { number })
}

function orNone(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
