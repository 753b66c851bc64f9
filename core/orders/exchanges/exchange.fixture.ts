import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext } from '#test/payments/card-orders.ts'
import type { OrderStatus } from '../order-status.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'

type Start = {
  figPrice?: number
  figStock?: number
  /** Of another order: then no family is created. */
  plum?: string
  hasAccount?: boolean
  region?: RegionCode
  statuses?: readonly OrderStatus[]
}

export type ExchangeableOrder = Awaited<ReturnType<typeof buildExchangeableOrder>>

/** A delivered order of two units of the shade Plum, for $48 each. Fig is another shade of the family. */
export async function buildExchangeableOrder(
  ctx: CardContext,
  { figPrice = 4800, figStock = 9, hasAccount = false, region = 'US', ...start }: Start = {},
) {
  const admin = await asAdmin(ctx)
  let { plum = '' } = start
  let fig = ''
  if (!plum) {
    plum = (await buildProduct(admin, { price: 4800, stock: 9 })).id
    fig = (await buildProduct(admin, { price: figPrice, stock: figStock })).id
    await createFamily(admin, {
      draft: { ...EMPTY_DRAFT, name: 'Velvet', category: 'Makeup', options: ['shade'] },
      products: [
        { productId: plum, shadeName: 'Plum' },
        { productId: fig, shadeName: 'Fig' },
      ],
    })
  }
  const lines = [{ productId: plum, quantity: 2 }]
  const customer = hasAccount ? await asCustomer(ctx) : undefined
  const order = await buildPaidOrder(customer ?? ctx, { lines, region })
  for (const to of start.statuses ?? (['processing', 'shipped', 'delivered'] as const))
    await updateOrderStatus(admin, order.id, { to })
  return {
    admin,
    customer,
    id: order.id,
    number: order.number,
    email: order.email,
    userId: order.userId,
    plum,
    fig,
  }
}
