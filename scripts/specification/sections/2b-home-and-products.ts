import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Home (/)': {
    'The home page has a title': 'e2e/specification/2b-home-and-products.spec.ts',
    'A special-offers banner has two offers (both link to /categories)':
      'e2e/specification/2b-home-and-products.spec.ts',
    "The first 6 products are under 'Popular Beauty Products', each with a View Product button to /categories":
      'e2e/specification/2b-home-and-products.spec.ts',
    "A 'View All Products' link leads to the product listing":
      'e2e/specification/2b-home-and-products.spec.ts',
    "Three info tiles are Browse Products, Featured Products ('Coming Soon'), Special Offers":
      'e2e/specification/2b-home-and-products.spec.ts',
    'Logged-in admins see an admin panel with links to /admin and /admin/users':
      'e2e/specification/2b-home-and-products.spec.ts',
    "Anonymous users see 'Get Started with Customer Login' (/customer/login) and 'Admin Login' (/admin/login)":
      'e2e/specification/2b-home-and-products.spec.ts',
    'The AI consultant floating button appears here': 'e2e/specification/2b-home-and-products.spec.ts',
  },
  '2 Categories (/categories)': {
    'The product listing has a category filter': 'e2e/specification/2b-home-and-products.spec.ts',
    'The product listing has a sort by name or price': 'e2e/specification/2b-home-and-products.spec.ts',
    'It shows a cart count for logged-in users': 'e2e/specification/2b-home-and-products.spec.ts',
    'It shows a cart summary list': 'e2e/specification/2b-home-and-products.spec.ts',
  },
  '2 Product detail (/product/{id})': {
    'The page has an image gallery': 'e2e/specification/2b-home-and-products.spec.ts',
    'The page has a quantity picker (minimum 1)': 'e2e/specification/2b-home-and-products.spec.ts',
    'The page has add to cart': 'e2e/specification/2b-home-and-products.spec.ts',
    "The page has benefits, ingredients, how to use, 'You Might Also Like'":
      'e2e/specification/2b-home-and-products.spec.ts',
    "The page text states 'Free Shipping on orders 75+', '30-Day Return' and '100% Genuine'":
      'e2e/specification/2b-home-and-products.spec.ts',
  },
} satisfies SpecificationSections
