import { type Screen, screen } from './screen.ts'

/** In the order of the menu. */
export const PRODUCT_SCREENS: Screen[] = [
  screen('products', 'products/products.tsx', 'products.view', {
    title: 'Products',
    menu: ['Sell', 'bottle'],
    forms: [['products.edit', 'restore', 'group']],
  }),
  screen('products/new', 'products/product-new.tsx', 'products.edit', { title: 'New product' }),
  screen('products/grid', 'products/grid/product-grid.tsx', 'products.edit', { title: 'Bulk edit products' }),
  screen('products/families', 'families/families.tsx', 'products.edit', { title: 'Families' }),
  screen('products/families/new', 'families/family-new.tsx', 'products.edit', { title: 'New family' }),
  screen('products/families/:id', 'families/family-products.tsx', 'products.edit', {
    forms: [['products.edit', 'grid', 'shades', 'products', 'removal', 'order']],
  }),
  screen('products/families/:id/details', 'families/family-details.tsx', 'products.edit'),
  screen('products/families/:id/formula', 'formulas/family-formula.tsx', 'products.edit', {
    forms: [['products.edit', 'preview']],
  }),
  screen('products/families/:id/information', 'information/family-information.tsx', 'products.edit'),
  screen('products/categories', 'categories/categories.tsx', 'products.edit', { title: 'Categories' }),
  screen('products/categories/new', 'categories/category-new.tsx', 'products.edit', {
    title: 'New category',
  }),
  screen('products/categories/:id', 'categories/category-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/collections', 'collections/collections.tsx', 'products.edit', { title: 'Collections' }),
  screen('products/collections/new', 'collections/collection-new.tsx', 'products.edit', {
    title: 'New collection',
  }),
  screen('products/collections/:id', 'collections/collection-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/ingredients', 'ingredients/ingredients.tsx', 'products.edit', { title: 'Ingredients' }),
  screen('products/ingredients/new', 'ingredients/ingredient-new.tsx', 'products.edit', {
    title: 'New ingredient',
  }),
  screen('products/ingredients/check', 'ingredients/check-list.tsx', 'products.edit', {
    title: 'Check an ingredient list',
  }),
  screen('products/ingredients/coverage', 'formulas/coverage.tsx', 'products.edit', {
    title: 'Coverage of ingredients',
  }),
  screen('products/ingredients/:id', 'ingredients/ingredient-details.tsx', 'products.edit', {
    forms: [['products.edit', 'reset', 'delete']],
  }),
  screen('products/information', 'information/missing-information.tsx', 'products.edit', {
    title: 'Product information',
  }),
  screen('products/ingredients/import', 'data-imports/formula-imports.tsx', 'products.edit', {
    title: 'Import formulas',
  }),
  screen('products/ingredients/import/:id', 'data-imports/formula-import.tsx', 'products.edit'),
  screen('products/information/import', 'data-imports/information-imports.tsx', 'products.edit', {
    title: 'Import product information',
  }),
  screen('products/information/import/:id', 'data-imports/information-import.tsx', 'products.edit'),
  screen('products/responsible-persons', 'information/responsible-persons.tsx', 'products.edit', {
    title: 'Responsible persons',
  }),
  screen('products/responsible-persons/new', 'information/responsible-person-new.tsx', 'products.edit', {
    title: 'New responsible person',
  }),
  screen('products/responsible-persons/:id', 'information/responsible-person-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/batches', 'batches/batches.tsx', 'products.view', { title: 'Batches' }),
  screen('products/batches/:id', 'batches/batch-details.tsx', 'products.view', {
    forms: [
      ['stock.edit', 'recall'],
      ['orders.edit', 'emails', 'emails/preview'],
      ['orders.refund', 'refunds', 'refunds/:order'],
    ],
  }),
  screen('products/samples', 'samples/samples.tsx', 'products.view', {
    title: 'Samples',
    forms: [['products.edit', ':id/pause', ':id/resume', ':id/up', ':id/removal']],
  }),
  screen('products/wishlists', 'wishlists/wishlists.tsx', 'products.view', { title: 'Wish lists' }),
  screen('products/import', 'import/product-imports.tsx', 'products.edit', { title: 'Import products' }),
  screen('products/import/:id', 'import/import-details.tsx', 'products.edit', {
    forms: [['products.edit', 'columns']],
  }),
  screen('products/import/:id/pictures', 'import/import-pictures.tsx', 'products.edit', {
    forms: [['products.edit', 'retry']],
  }),
  screen('products/:id', 'products/product-details.tsx', 'products.view', {
    forms: [
      ['stock.edit', 'stock'],
      ['products.edit', 'pictures', 'archive', 'restore', 'duplicate', 'discard'],
    ],
  }),
  screen('products/:id/label', 'printing/product-label.tsx', 'products.view'),
  screen('products/:id/formula', 'formulas/product-formula.tsx', 'products.edit', {
    forms: [['products.edit', 'preview']],
  }),
  screen('products/:id/information', 'information/product-information.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
]
