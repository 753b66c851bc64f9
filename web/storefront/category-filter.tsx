import { Form, href } from 'react-router'
import { CATEGORIES, type Category, type ProductSort } from '#core/catalog/product.ts'
import { SortSelect } from '../ui/fields/auto-submit-select.tsx'
import { TabLinks } from '../ui/tab-links.tsx'

export function CategoryLinks({ category, sort }: { category: Category | undefined; sort: ProductSort }) {
  const tabs = [undefined, ...CATEGORIES].map((name) => ({
    title: name ?? 'All',
    to: categoriesUrl(name, sort),
    isCurrent: name === category,
  }))
  return <TabLinks label="Categories" tabs={tabs} />
}

const SORTS = Object.entries({ newest: 'Newest', name: 'Name', price: 'Price' } satisfies Record<
  ProductSort,
  string
>)

export function CategorySort({ category, sort }: { category: Category | undefined; sort: ProductSort }) {
  return (
    <Form className="flex items-center gap-3 text-small" action={href('/categories')}>
      {category && <input type="hidden" name="category" value={category} />}
      <SortSelect sort={sort} options={SORTS} className="w-19" />
    </Form>
  )
}

export function categoriesUrl(category: Category | undefined, sort: ProductSort, cursor?: string): string {
  const searchParams = new URLSearchParams()
  if (category) searchParams.set('category', category)
  if (sort !== 'newest') searchParams.set('sort', sort)
  if (cursor) searchParams.set('cursor', cursor)
  const query = searchParams.toString()
  return query ? `${href('/categories')}?${query}` : href('/categories')
}
