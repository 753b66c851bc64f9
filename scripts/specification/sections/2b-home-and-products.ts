import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Home (/)': {
    'The home page has a title':
      'web/storefront/home/home-page.test.ts › the home page has a title and a heading',
    'A special-offers banner has two offers (both link to /categories)':
      'web/storefront/home/home-page.test.ts › a banner has two special offers, which link to the product list',
    "The first 6 products are under 'Popular Beauty Products', each with a View Product button to /categories":
      'web/storefront/home/home-page.test.ts › the first six products are popular, each with a button to it in the product list',
    "A 'View All Products' link leads to the product listing":
      'web/storefront/home/home-page.test.ts › View All Products opens the product list',
    "Three info tiles are Browse Products, Featured Products ('Coming Soon'), Special Offers":
      'web/storefront/home/home-page.test.ts › three tiles are Browse Products, Featured Products, which come soon, and Special Offers',
    'Logged-in admins see an admin panel with links to /admin and /admin/users':
      'web/storefront/home/home-page.test.ts › a guest sees both login links, and an administrator a panel with links to the back office',
    "Anonymous users see 'Get Started with Customer Login' (/customer/login) and 'Admin Login' (/admin/login)":
      'web/storefront/home/home-page.test.ts › a guest sees both login links, and an administrator a panel with links to the back office',
    'The AI consultant floating button appears here': [
      'web/storefront/home/home-page.test.ts › the button of the consultant is on the home page only',
      'e2e/specification/1a-what-it-does.spec.ts › the home page has a gradient frame, and a button of the consultant that stays in view and opens its camera',
    ],
  },
  '2 Categories (/categories)': {
    'The product listing has a category filter':
      'web/storefront/categories.test.ts › a category of the list is chosen by its link',
    'The product listing has a sort by name or price':
      'web/storefront/categories.test.ts › the list is sorted by name or price within its category, with a button',
    'It shows a cart count for logged-in users':
      'e2e/specification/2c-cart-and-checkout.spec.ts › a customer sees the cart count in the product list, and changes and removes items in the cart',
    'It shows a cart summary list':
      'e2e/specification/2b-home-and-products.spec.ts › a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary',
  },
  '2 Product detail (/product/{id})': {
    'The page has an image gallery':
      'e2e/specification/2b-home-and-products.spec.ts › a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary',
    'The page has a quantity picker (minimum 1)':
      'e2e/specification/2b-home-and-products.spec.ts › a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary',
    'The page has add to cart':
      'e2e/specification/2b-home-and-products.spec.ts › a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary',
    "The page has benefits, ingredients, how to use, 'You Might Also Like'":
      'web/storefront/product/product.test.ts › benefits, ingredients, and how to use open under their headings, above what customers might also like',
    "The page text states 'Free Shipping on orders 75+', '30-Day Return' and '100% Genuine'":
      'web/storefront/product/product.test.ts › promises, delivery, and related products are shown in the shopper’s currency',
  },
} satisfies SpecificationSections
