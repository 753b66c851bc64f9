import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { shownCategories } from '#core/catalog/categories/category.ts'
import { listCollections } from '#core/catalog/collections/collections.server.ts'
import type { Context } from '#core/context.ts'
import type { Option } from '#web/ui/fields/options.tsx'

export async function listProductSources(ctx: Context): Promise<Option[]> {
  const [categories, collections] = await Promise.all([readCategories(ctx), listCollections(ctx)])
  return [
    ['newest', 'Newest'],
    ['featured', 'Featured'],
    ['reduced', 'With a compare-at price'],
    ...shownCategories(categories).map(({ id, name }): Option => [id, `Category: ${name}`]),
    ...collections.map(({ id, name }): Option => [id, `Collection: ${name}`]),
  ]
}
