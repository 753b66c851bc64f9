import { Refusal } from '../errors.ts'

const NO_CATEGORY = 'There’s no category with this name. Check its spelling, or create the category first.'

const CATEGORY_EXISTS = 'Another category has this name.'

const MESSAGES: Record<string, [field: string, message: string]> = {
  products_category_fkey: ['category', NO_CATEGORY],
  families_category_fkey: ['category', NO_CATEGORY],
  collections_any_case: ['name', 'Another collection has this name.'],
  collections_slug: ['slug', 'Another collection has this address. Choose another one.'],
  categories_pkey: ['name', CATEGORY_EXISTS],
  categories_any_case: ['name', CATEGORY_EXISTS],
  categories_slug_key: ['slug', 'Another category has this address. Choose another one.'],
  categories_parent: [
    'parentId',
    'Categories have two levels. Choose one of the first level; a category with others in it stays there itself.',
  ],
  products_sku_key: ['sku', 'Another product has this SKU. Each SKU belongs to one product.'],
  products_barcode: ['barcode', 'Another product has this barcode. Each barcode belongs to one product.'],
  products_barcode_check: ['barcode', 'Enter a valid GTIN of 8, 12, 13, or 14 digits.'],
  products_ingredients_of_formula: [
    'ingredients',
    'The ingredients come from the product’s formula. Change the formula instead.',
  ],
  products_hidden: [
    'status',
    'Orders of gift cards and gift wrap refer to this product, so it stays archived.',
  ],
  products_sample: ['status', 'This product is a free sample, so it can’t be published.'],
  products_family_option: ['shadeName', 'Another product of this family already has the same options.'],
  products_family_shade: ['shadeName', 'Enter the shade. Products of this family differ by shade.'],
  products_family_size: ['sizeQuantity', 'Enter the size. Products of this family differ by size.'],
}

/** Turns a violated constraint into a refusal for its field. The database checks what a second administrator could change meanwhile. */
export async function explainConstraints<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const [field, message] = MESSAGES[constraint] ?? []
    if (!field || !message) throw error
    throw new Refusal('invalid_input', message, { [field]: message })
  }
}
