import { findOrder } from '#core/orders/find-order.server.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { EMPTY_DRAFT } from '../product-fields.ts'
import { addProducts, createFamily, removeProducts } from './save-family.server.ts'

const draft = (name: string) => ({
  ...EMPTY_DRAFT,
  name,
  category: 'Makeup' as const,
  options: ['shade' as const],
})

test.for([
  { change: 'moves to another family', now: 'Velvet, Plum' },
  { change: 'loses its family', now: 'Silk, Plum' },
])(
  'a shade that $change stays in carts, and an open checkout completes',
  async ({ change, now }, { paymentContext, shop }) => {
    const admin = await asAdmin(paymentContext)
    const { id } = await buildProduct(admin, { stock: 5, price: 4800 })
    const other = await buildProduct(admin)
    const createWith = (name: string, productId: string, shadeName: string) =>
      createFamily(admin, { draft: draft(name), products: [{ productId, shadeName }] })
    const silk = await createWith('Silk', id, 'Plum')
    const velvet = await createWith('Velvet', other.id, 'Fig')
    const shopper = await signInVisitor(shop.testStore, admin.db)
    await shopper.post('/api/v1/cart/items', { product_id: id, quantity: 2 })
    const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }])

    await removeProducts(admin, silk.id, [id])
    if (change === 'moves to another family') await addProducts(admin, velvet.id, [{ productId: id }])
    await shop.pay(checkout)
    await shop.deliverWebhooks()
    await shop.settlePayments()

    const cart = await (await shopper.get('/api/v1/cart')).json()
    expect(cart).toMatchObject({ data: [{ product_id: id, quantity: 2, product: { name: now } }] })
    expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
    expect(await shop.findStock(id)).toBe(3)
    expect((await findOrder(admin, checkout.order_id)).items).toMatchObject([{ name: 'Silk, Plum' }])
    await shop.expectBalancedBooks()
  },
)
