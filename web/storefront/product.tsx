import { isRouteErrorResponse, useRouteError } from 'react-router'
import { displaySize, type Size, unitPrice } from '#core/catalog/product.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { Picture } from '../frame/picture.tsx'
import { orRefused } from '../frame/refused.ts'
import { StoreFailure } from '../frame/store-failure.tsx'
import { shopOf, showsOnly } from '../visit.ts'
import type { Route } from './+types/product.ts'
import { stockNote } from './card.ts'
import { PageNotFound } from './not-found.tsx'
import { PriceTag } from './price.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Not found · Eternal Beauty' }]
  const { product } = loaderData
  return [{ title: `${product.name} · Eternal Beauty` }, { name: 'description', content: product.tagline }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = shopOf(context)
  const product = await orRefused(findProduct(ctx, params.id))
  showsOnly(context, [product.id])
  return { region: ctx.region, product }
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, region } = loaderData
  const note = stockNote(product.stock)
  return (
    <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-gutter pt-10 md:grid-cols-[1.1fr_1fr] lg:gap-x-24">
      <div className="grid gap-4">
        {product.images.map((picture, index) => (
          <Picture
            key={picture.id}
            picture={picture}
            sizes="(min-width: 48rem) 50vw, 100vw"
            priority={index === 0}
            className="h-auto w-full bg-paper-deep"
          />
        ))}
      </div>
      <div className="md:sticky md:top-10 md:self-start md:pt-6">
        <p className="label text-ink-soft">{product.brand}</p>
        <h1 className="mt-4 font-display text-title">{product.name}</h1>
        <p className="mt-5 text-lead">{product.tagline}</p>
        <p className="mt-6">
          <PriceTag price={product.price} originalPrice={product.originalPrice} region={region} />
          {product.size && <span className="ml-4 text-ink-soft">{displaySize(product.size)}</span>}
        </p>
        {product.size && <UnitPrice price={product.price} size={product.size} region={region} />}
        <p className="mt-3 text-small">{note ?? 'In stock'}</p>
        <p className="mt-8 max-w-prose">{product.description}</p>
        <Facts title="Benefits" items={product.benefits} open />
        <Facts title="How to use" items={product.howToUse} ordered />
        {product.ingredients.length > 0 && (
          <Facts title="Ingredients" items={[product.ingredients.join(', ')]} />
        )}
      </div>
    </div>
  )
}

function UnitPrice({ price, size, region }: { price: number; size: Size; region: RegionCode }) {
  const unit = unitPrice(price, size, region)
  return (
    <p className="mt-1 text-ink-soft text-small">
      {unit.price.display} for {unit.per}
    </p>
  )
}

type FactsProps = { title: string; items: string[]; ordered?: boolean; open?: boolean }

function Facts({ title, items, ordered = false, open = false }: FactsProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <details open={open} className="group border-hairline border-t last:border-b [&:first-of-type]:mt-10">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between">
        <h2 className="text-body">{title}</h2>
        <span aria-hidden className="text-lead transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <List className={`max-w-prose space-y-2 pb-6 text-small ${ordered ? 'list-decimal pl-5' : ''}`}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </List>
    </details>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound />
  return <StoreFailure />
}
