import { Form, href, Link, redirect } from 'react-router'
import { CATEGORIES, type Category, type Sort } from '#core/catalog/product.ts'
import { listProducts } from '#core/catalog/products.server.ts'
import { Refusal } from '#core/errors.ts'
import { shopOf } from '../visit.ts'
import type { Route } from './+types/categories.ts'
import { toCard } from './card.ts'
import { ProductCard } from './product-card.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  const what = loaderData?.category ?? 'All products'
  return [
    { title: `${what} · Eternal Beauty` },
    { name: 'description', content: `${what} from Eternal Beauty, priced for your country.` },
  ]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopOf(context)
  const asked = new URL(request.url).searchParams
  const category = CATEGORIES.find((name) => name === asked.get('category'))
  const sort = asked.get('sort')
  const sorted: Sort = sort === 'name' || sort === 'price' ? sort : 'newest'
  const { products, nextCursor } = await listProducts(ctx, {
    category,
    sort: sorted,
    inStock: true,
    limit: 24,
    cursor: asked.get('cursor') ?? undefined,
  }).catch((error: unknown) => {
    // A cursor of another order of the list, or of nobody's: the list from its beginning.
    if (error instanceof Refusal && error.code === 'invalid_input') throw redirect(address(category, sorted))
    throw error
  })
  return { region: ctx.region, category, sort: sorted, cards: products.map(toCard), nextCursor }
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { category, cards, nextCursor, sort, region } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-14 md:pt-20">
      <h1 className="font-display text-title">{category ?? 'All products'}</h1>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-6 border-hairline border-b pb-5">
        <CategoryLinks category={category} sort={sort} />
        <SortChoice category={category} sort={sort} />
      </div>
      {cards.length === 0 ? <NothingHere /> : null}
      <ul className="mt-12 grid gap-x-8 gap-y-16 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card, index) => (
          <li key={card.id} className="flex">
            <ProductCard product={card} region={region} priority={index < 2} />
          </li>
        ))}
      </ul>
      {nextCursor && (
        <p className="mt-16">
          <Link className="link-line" to={address(category, sort, nextCursor)}>
            More products
          </Link>
        </p>
      )}
    </div>
  )
}

function CategoryLinks({ category, sort }: { category: Category | undefined; sort: Sort }) {
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-x-7 text-small">
        {[undefined, ...CATEGORIES].map((name) => (
          <li key={name ?? 'All'}>
            <Link
              to={address(name, sort)}
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

function SortChoice({ category, sort }: { category: Category | undefined; sort: Sort }) {
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
        data-sends
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

function NothingHere() {
  return <p className="mt-12 text-ink-soft">Nothing in this category is in stock today.</p>
}

function address(category: Category | undefined, sort: Sort, cursor?: string): string {
  const asked = new URLSearchParams()
  if (category) asked.set('category', category)
  if (sort !== 'newest') asked.set('sort', sort)
  if (cursor) asked.set('cursor', cursor)
  const query = asked.toString()
  return query ? `${href('/categories')}?${query}` : href('/categories')
}
