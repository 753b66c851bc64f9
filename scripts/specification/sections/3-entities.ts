import type { SpecificationSections } from '../find-tests.ts'

export default {
  '3 Entities and their fields': {
    'A profile has an id, email, optional full_name, role, created_at, and updated_at.':
      'e2e/specification/3-entities.spec.ts',
    'A session has a user, access_token, refresh_token, and expires_at.':
      'e2e/specification/3-entities.spec.ts',
    'A product has an id, name, price, image_url, category, description, in_stock, created_at, and updated_at.':
      'e2e/specification/3-entities.spec.ts',
    'A product also has a brand, rating, reviews, originalPrice, images, ingredients, benefits, and howToUse.':
      'e2e/specification/3-entities.spec.ts',
    'A cart item has an id, user_id, product_id, and quantity, joined with the product record.':
      'e2e/specification/3-entities.spec.ts',
    'A guest’s local cart entry has a productId and a quantity.': 'e2e/specification/3-entities.spec.ts',
    'An order has an id, user_id, total_amount, shipping_address, status, payment_status, created_at, and its items.':
      'e2e/specification/3-entities.spec.ts',
    'An order item has an order_id, product_id, quantity, and price, joined with its product.':
      'e2e/specification/3-entities.spec.ts',
    'A shipping address has firstName, lastName, address, city, state, zipCode, email, and mobileNumber.':
      'e2e/specification/3-entities.spec.ts',
    'A saved address has an id, label, firstName, lastName, address, city, state, zipCode, phone, and isDefault.':
      'e2e/specification/3-entities.spec.ts',
    'The saved addresses start with one sample default address labelled Home.':
      'e2e/specification/3-entities.spec.ts',
    'An accounting record has an id, description, amount, and entry_date.':
      'e2e/specification/3-entities.spec.ts',
    'A storage file has a name, created_at, and metadata.size.': 'e2e/specification/3-entities.spec.ts',
    'A region has a country, currency, multiplier, symbol, and countryCode.':
      'e2e/specification/3-entities.spec.ts',
    'The price formatter returns the amount in minor units, the display text, and the currency.':
      'e2e/specification/3-entities.spec.ts',
    'A payment verification result has success, order_id, and amount_total in minor units.':
      'e2e/specification/3-entities.spec.ts',
    'A deployment checklist item has a title, description, status (complete, warning or incomplete), and critical flag.':
      'e2e/specification/3-entities.spec.ts',
  },
} satisfies SpecificationSections
