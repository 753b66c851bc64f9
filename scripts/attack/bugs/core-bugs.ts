// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const CORE_BUGS: Defect[] = [
  {
    name: 'emptying one cart empties every cart',
    edits: [
      {
        file: 'core/cart/cart.server.ts',
        find: 'execute(ctx.db)`delete from cart_items where user_id = ${userId}`,',
        replace: 'execute(ctx.db)`delete from cart_items where ${userId}::text is not null`,',
      },
    ],
    test: 'core/cart/cart.server.test.ts',
    testName: 'a shopper cannot see or change another shopper’s cart',
  },
  {
    name: 'a customer saves one address more than the limit',
    edits: [
      {
        file: 'core/customers/addresses.server.ts',
        find: 'count >= MAX_ADDRESSES',
        replace: 'count > MAX_ADDRESSES',
      },
    ],
    test: 'core/customers/addresses.server.test.ts',
    testName: 'a customer saves up to 50 addresses',
  },
  {
    name: 'an old confirmation link undoes an unsubscription',
    edits: [
      {
        file: 'core/customers/newsletter.server.ts',
        find: ', confirm_hash = null, confirm_until = null',
        replace: '',
      },
    ],
    test: 'core/customers/newsletter.server.test.ts',
    testName: 'an earlier confirmation link doesn’t undo an unsubscribe',
  },
  {
    name: 'the customer isn’t told that a return was declined',
    edits: [
      {
        file: 'core/orders/returns/process-return.server.ts',
        find: "enqueueJob(tx, 'return-email', { id, kind: 'declined' }, { key: `return-declined:${id}` })",
        replace: 'Promise.resolve()',
      },
    ],
    test: 'core/orders/returns/process-return.server.test.ts',
    testName: 'the customer is emailed when a return is requested, received, and declined',
  },
  {
    name: 'open returns are listed newest first',
    edits: [
      {
        file: 'core/orders/returns/returns.server.ts',
        find: "'inspected') order by r.requested_at, r.id limit 500",
        replace: "'inspected') order by r.requested_at desc, r.id limit 500",
      },
    ],
    test: 'core/orders/returns/list-returns.server.test.ts',
    testName: 'the back office lists returns, newest first, by state',
  },
  {
    name: 'anyone reads a product’s stock movements',
    edits: [
      {
        file: 'core/catalog/stock.server.ts',
        find: "  requirePermission(ctx.actor, 'products.view')\n",
        replace: '',
      },
    ],
    test: 'core/catalog/stock.server.test.ts',
    testName: 'only administrators change stock or see its history',
  },
  {
    name: 'an email gives the return deadline in UTC',
    edits: [
      {
        file: 'core/orders/emails/send-order-emails.server.ts',
        find: '{ ...(await buyerEnvelope(ctx, order)), timeZone }',
        replace: "{ ...(await buyerEnvelope(ctx, order)), timeZone: 'UTC' }",
      },
    ],
    test: 'core/orders/emails/send-order-emails.server.test.ts',
    testName: 'the delivery email gives the last day for a return in the store’s time zone',
  },
  {
    name: 'the email about a failed payment links to a page that doesn’t exist',
    edits: [
      {
        file: 'core/orders/emails/send-order-emails.server.ts',
        find: '`${ctx.settings.origin}/cart`',
        replace: '`${ctx.settings.origin}/checkout/cart`',
      },
    ],
    test: 'core/orders/emails/send-order-emails.server.test.ts',
    testName: 'the email about a failed payment leads back to the cart',
  },
  {
    name: 'the sitemap’s first part is missing a product',
    edits: [
      {
        file: 'core/storefront/sitemap.server.ts',
        find: 'where (place - 1) % ${size} = 0',
        replace: 'where place % ${size} = 0',
      },
    ],
    test: 'core/storefront/sitemap.server.test.ts',
    testName: 'the sitemap lists each published product once',
  },
]
