import type { Defect } from '../defects/defect.ts'

export const API_BUGS: Defect[] = [
  {
    name: 'an added item is answered as if nothing was created',
    edits: [
      {
        file: 'api/cart.ts',
        find: "await addToCart(ctx, fromApiBody(c.req.valid('json')))), 201)",
        replace: "await addToCart(ctx, fromApiBody(c.req.valid('json')))), 200 as 201)",
      },
    ],
    test: 'api/cart.test.ts',
    testName: 'an API client adds to a cart, changes it, merges it, and clears it',
  },
  {
    name: 'the list of accounting entries has no next page',
    edits: [
      {
        file: 'api/admin/accounting.ts',
        find: 'next_cursor: next }',
        replace: 'next_cursor: next && null }',
      },
    ],
    test: 'api/admin/products.test.ts',
    testName: 'an API client adds and lists accounting entries',
  },
  {
    name: 'browsers keep the detected country',
    edits: [
      { file: 'api/region.ts', find: "  c.header('cache-control', 'private, no-store')\n", replace: '' },
    ],
    test: 'api/region.test.ts',
    testName: 'detects the region of the address that a trusted proxy forwards',
  },
  {
    name: 'an order’s shipping and tax are swapped',
    edits: [
      {
        file: 'api/order-schema.ts',
        find: '    shipping: order.shipping,',
        replace: '    shipping: order.tax,',
      },
      { file: 'api/order-schema.ts', find: '    tax: order.tax,', replace: '    tax: order.shipping,' },
    ],
    test: 'api/orders.test.ts',
    testName: 'a test order is priced, reduces stock, and empties the cart',
  },
  {
    name: 'a quote’s subtotal contains the discount, which is deducted again',
    edits: [
      {
        file: 'api/quote.ts',
        find: '    ...totals,\n',
        replace: '    ...totals,\n    subtotal: totals.subtotal - totals.discount,\n',
      },
    ],
    test: 'api/quote.test.ts',
    testName: 'the subtotal is without the discount of an offer code',
  },
  {
    name: 'an address isn’t made the default',
    edits: [
      {
        file: 'api/profile/profile.ts',
        find: "isDefault ? await setDefaultAddress(c.get('ctx'), id) : changed",
        replace: 'isDefault ? { ...changed, isDefault } : changed',
      },
    ],
    test: 'api/accounts.test.ts',
    testName: 'the first address becomes the default; deleting the default leaves none',
  },
  {
    name: 'price bands name US dollars in every region',
    edits: [
      {
        file: 'api/catalog/search.ts',
        find: 'const { currency } = region',
        replace: "const currency = region && 'usd'",
      },
    ],
    test: 'api/catalog/search.test.ts',
    testName: 'search filters by price in the region’s currency and returns counts',
  },
  {
    name: 'the deliveries of a webhook aren’t filtered by state',
    edits: [
      {
        file: 'api/admin/integrations/webhook-deliveries.ts',
        find: 'state ? { ...listQuery, filter: state } : listQuery',
        replace: 'state ? { ...listQuery } : listQuery',
      },
    ],
    test: 'api/admin/integrations/webhook-deliveries.test.ts',
    testName: 'an API client lists the deliveries of a webhook in one state',
  },
  {
    name: 'a client that sends too many requests isn’t told when to retry',
    edits: [
      {
        file: 'api/errors.ts',
        find: "  if (error instanceof TooManyRequests) c.header('retry-after', String(error.retryAfter))\n",
        replace: '',
      },
    ],
    test: 'core/accounts/sign-in/password-guessing.test.ts',
    testName: 'successful sign-ins don’t count as attempts, and the block expires',
  },
  {
    name: 'a search for what is sold out finds what is in stock',
    edits: [
      {
        file: 'api/catalog/search.ts',
        find: "in_stock === undefined ? undefined : in_stock === 'true'",
        replace: 'in_stock === undefined ? undefined : true',
      },
    ],
    test: 'api/catalog/search.test.ts',
    testName: 'search filters by stock, in both directions',
  },
]
