import { Form, href, Link } from 'react-router'
import { CATEGORIES, type Category, type ProductSort } from '#core/catalog/product.ts'

export function CategoryLinks({ category, sort }: { category: Category | undefined; sort: ProductSort }) {
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-x-7 text-small">
        {[undefined, ...CATEGORIES].map((name) => (
          <li key={name ?? 'All'}>
            <Link
              to={categoriesUrl(name, sort)}
              aria-current={name === category ? 'page' : undefined}
              className="inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline"
            >
              {name ?? 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function SortSelect({ category, sort }: { category: Category | undefined; sort: ProductSort }) {
  return (
    <Form className="flex items-center gap-3 text-small" action={href('/categories')}>
      {category && <input type="hidden" name="category" value={category} />}
      <label htmlFor="sort" className="text-ink-soft">
        Sort by
      </label>
      <select
        id="sort"
        name="sort"
        key={sort}
        defaultValue={sort}
        autoComplete="off"
        data-autosubmit
        className="min-h-11 w-19 cursor-pointer bg-transparent"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        <option value="newest">Newest</option>
        <option value="name">Name</option>
        <option value="price">Price</option>
      </select>
      <noscript>
        <button type="submit" className="link-line min-h-11">
          Sort
        </button>
      </noscript>
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
