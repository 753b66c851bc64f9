import type { SpecificationSections } from '../find-tests.ts'

export default {
  '3 Entities and their fields': {
    'A profile has an id, email, optional full_name, role, created_at, and updated_at.': [
      'api/demo-store.test.ts › a profile has an id, email, full name, role, and times',
      'api/accounts.test.ts › a shopper updates their profile, but not its email, role, or ID',
    ],
    'A session has a user, access_token, refresh_token, and expires_at.':
      'api/accounts.test.ts › an API client signs in, reads its user, and signs out on the server',
    'A product has an id, name, price, image_url, category, description, in_stock, created_at, and updated_at.':
      'api/demo-store.test.ts › each product of the demo has the fields of the specification',
    'A product also has a brand, rating, reviews, originalPrice, images, ingredients, benefits, and howToUse.':
      'api/demo-store.test.ts › each product of the demo has the fields of the specification',
    'A cart item has an id, user_id, product_id, and quantity, joined with the product record.':
      'api/cart.test.ts › a cart item is joined with its product',
    'A guest’s local cart entry has a productId and a quantity.':
      'e2e/specification/4-and-6-accounts.spec.ts › a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in',
    'An order has an id, user_id, total_amount, shipping_address, status, payment_status, created_at, and its items.':
      'api/demo-store.test.ts › a customer’s own orders are listed with their items, newest first, and only after sign-in',
    'An order item has an order_id, product_id, quantity, and price, joined with its product.':
      'api/orders.test.ts › a test order is priced, reduces stock, and empties the cart',
    'A shipping address has firstName, lastName, address, city, state, zipCode, email, and mobileNumber.':
      'api/orders.test.ts › a test order is priced, reduces stock, and empties the cart',
    'A saved address has an id, label, firstName, lastName, address, city, state, zipCode, phone, and isDefault.':
      'api/accounts.test.ts › the first address becomes the default; deleting the default leaves none',
    'The saved addresses start with one sample default address labelled Home.':
      'web/account/sign-in/new-account.test.ts › a new account is confirmed by a link to the home page, and starts with one sample address',
    'An accounting record has an id, description, amount, and entry_date.':
      'api/admin/products.test.ts › an API client adds and lists accounting entries',
    'A storage file has a name, created_at, and metadata.size.':
      'api/admin/storage/storage.test.ts › a document gets a generated name and a public URL, is listed newest first, and is removed',
    'A region has a country, currency, multiplier, symbol, and countryCode.': [
      'api/quote.test.ts › a quote is in minor units, and its parts add up to the total',
      'web/storefront/region/choose-region.test.ts › pages are rendered in the currency of the region, which is the United States by default',
    ],
    'The price formatter returns the amount in minor units, the display text, and the currency.':
      'api/demo-store.test.ts › a display price has the amount in minor units, its text, and the currency',
    'A payment verification result has success, order_id, and amount_total in minor units.':
      'api/payments.test.ts › verify-stripe-payment returns success, the order, and its total in minor units',
    'A deployment checklist item has a title, description, status (complete, warning or incomplete), and critical flag.':
      'web/admin/dashboard/readiness-checks.test.ts › a deployment check has a title, a description, its status, and whether it is critical',
  },
} satisfies SpecificationSections
