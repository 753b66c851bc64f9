import { Form, href, redirect } from 'react-router'
import { listCollection } from '#core/catalog/collections/collection-page.server.ts'
import { findCollection } from '#core/catalog/collections/collections.server.ts'
import { PRODUCT_SORTS, type ProductSort } from '#core/catalog/product.ts'
import { Refusal } from '#core/errors.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { pageTitle } from '#web/page-title.ts'
import { Picture } from '#web/picture.tsx'
import { breadcrumbs, pageMeta } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'
import { SortSelect } from '#web/ui/fields/auto-submit-select.tsx'
import { ActionLink, TextLink } from '#web/ui/text-link.tsx'
import { readShared, shopContext } from '../request-context.ts'
import type { Route } from './+types/collection'
import { toProductCards } from './product/product-card-data.ts'
import { ProductGrid } from './product/product-grid.tsx'

/** The loader makes these, so that structured data adds no script. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta
}

export async function loader({ context, params: { slug }, url }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const collection = await refusalToResponse(
    readShared(context, ['collection', slug], () => findCollection(ctx, slug)),
  )
  const { name, description, picture, rule } = collection
  const path = href('/collections/:slug', { slug })
  const sort = PRODUCT_SORTS.find((known) => known === url.searchParams.get('sort')) ?? 'newest'
  const cursor = url.searchParams.get('cursor') || undefined
  const { listings, nextCursor } = await readShared(
    context,
    ['collection page', collection.id, rule, sort, cursor],
    () => listCollection(ctx, collection, { sort, cursor }),
  ).catch((error: unknown) => {
    // A malformed cursor, or one from another sort order, leads to the first page.
    if (error instanceof Refusal && error.code === 'invalid_input') throw redirect(path)
    throw error
  })
  const toPage = (at?: string) => pagePath(path, sort, at)
  const { origin } = ctx.settings
  return {
    meta: pageMeta({
      title: pageTitle(name),
      description: description || `${name} from ${storeName()}, priced in your currency.`,
      origin,
      ...(picture && { picture: { ...picture, alt: picture.alt || name } }),
      path: sort === 'newest' ? toPage(cursor) : path,
      data: [
        breadcrumbs(origin, [
          ['Categories', '/categories'],
          [name, path],
        ]),
      ],
    }),
    ...{ name, description, picture, path, region: ctx.region },
    sort: rule ? sort : null,
    cards: toProductCards(listings, ctx.terms),
    first: cursor ? toPage() : null,
    next: nextCursor && toPage(nextCursor),
  }
}

function pagePath(path: string, sort: ProductSort, cursor: string | undefined): string {
  const params = new URLSearchParams({ ...(sort !== 'newest' && { sort }), ...(cursor && { cursor }) })
  return params.size ? `${path}?${params}` : path
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { name, description, picture, path, region, sort, cards, first, next } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">{name}</h1>
      {description && <p className="mt-4 max-w-prose text-ink-soft">{description}</p>}
      {picture && (
        <Picture
          picture={picture}
          priority
          sizes={SIZES}
          className="mt-6 aspect-3/2 h-auto w-full bg-paper-deep object-cover md:mt-12 md:aspect-21/9"
        />
      )}
      {sort && (
        <Form className="mt-4 flex items-center gap-3 text-small md:mt-8" action={path}>
          <SortSelect key={sort} sort={sort} options={SORTS} className="w-19" />
        </Form>
      )}
      {cards.length === 0 && (
        <p className="mt-12">
          Nothing is available here right now. <TextLink to={href('/categories')}>See all products</TextLink>
        </p>
      )}
      <h2 className="sr-only">Products</h2>
      <ProductGrid
        cards={cards}
        region={region}
        eager
        className="mt-6 min-[22rem]:grid-cols-2 md:mt-12 sm:gap-x-8 lg:grid-cols-3"
      />
      <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-x-10 gap-y-2">
        {first && <ActionLink to={first}>Back to first page</ActionLink>}
        {next && <ActionLink to={next}>More products</ActionLink>}
      </nav>
    </div>
  )
}

const SIZES = '(min-width: 90rem) 84rem, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'

const SORTS = Object.entries({ newest: 'Newest', name: 'Name', price: 'Price' } satisfies Record<
  ProductSort,
  string
>)
