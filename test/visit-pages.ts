import { type Context, guest } from '#core/context.ts'
import { pagePolicy } from '#web/page-access.ts'
import { contextForVisitor, signInVisitor } from './accounts.ts'
import { buildOrder, buildProduct } from './builders.ts'
import { listPages } from './pages.tsx'
import type { TestStore, TestVisitor } from './test-store.ts'

export type PageAnswer = { role: string; pattern: string; isAllowed: boolean; response: Response }
type Request = (visitor: TestVisitor, path: string) => Promise<Response>

/** Every page, for a guest, a customer, and an administrator, of a store with a product and an order. */
export async function preparePageVisits(ctx: Context, store: TestStore) {
  const patterns = [...new Set((await listPages()).map(({ path }) => path))]
  const customer = await signInVisitor(store, ctx.db)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const product = await buildProduct(ctx)
  const order = await buildOrder(ctx, { userId: customer.account.id })
  const fillParameters = (pattern: string) =>
    pattern
      .replace('/users/:id', `/users/${customer.account.id}`)
      .replace('/import/:id', '/import/none')
      .replace('/offers/:id', '/offers/none')
      .replace('/addresses/:id', '/addresses/none')
      .replace(/:(refund|return)/, 'none')
      .replace(':month', '2026-01')
      .replace(':id', product.id)
      .replace(':number', order.number)
      .replace(':document', 'packing-slip')
      .replace(':creditNote', '1')
      .replace(':report', 'trial-balance')
      .replace(':list', 'orders')
      .replace('*', 'nothing-here')
  const visitors = [
    { role: 'guest', visitor: store.visitor(), actor: guest },
    { role: 'customer', visitor: customer, actor: (await contextForVisitor(ctx, customer)).actor },
    { role: 'admin', visitor: admin, actor: (await contextForVisitor(ctx, admin)).actor },
  ]
  return async (request: Request): Promise<PageAnswer[]> => {
    const answers: PageAnswer[] = []
    for (const pattern of patterns)
      for (const { role, visitor, actor } of visitors) {
        const isAllowed = pagePolicy(pattern)?.isAllowed(actor) ?? false
        answers.push({
          role,
          pattern,
          isAllowed,
          response: await request(visitor, fillParameters(pattern)),
        })
      }
    return answers
  }
}
