import { href, isRouteErrorResponse, redirect, useRouteError } from 'react-router'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { categoryPath } from '#core/catalog/categories/category.ts'
import { optionName, type Product } from '#core/catalog/product.ts'
import { findCurrentSlug } from '#core/catalog/products.server.ts'
import { displaySize, unitPrice } from '#core/catalog/size.ts'
import { informationEntries } from '#core/compliance/information-entries.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { toPicture } from '#core/media/picture.ts'
import { type Region, requiresUnitPrice } from '#core/regions/regions.ts'
import { readReviewFilter } from '#core/reviews/reviews.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { familyChoices } from '#core/storefront/family-choices.ts'
import { findProductPage, type ProductPage } from '#core/storefront/product-page.server.ts'
import { saleNotes } from '#core/storefront/sale.ts'
import { AvoidNote } from '#web/avoid-list/avoid-note.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { preorderNote } from '#web/orders/lines/preorder-note.tsx'
import { pageTitle } from '#web/page-title.ts'
import { StructuredData } from '#web/rendering/structured-data.tsx'
import {
  readShared,
  requestContext,
  setProductTags,
  setStructuredData,
  shopContext,
} from '#web/request-context.ts'
import { Link } from '#web/ui/link.tsx'
import { WishHeart } from '#web/wishlist/wish-heart.tsx'
import { PageNotFound } from '../not-found.tsx'
import type { Route } from './+types/product'
import { BuyBar } from './buy-bar.tsx'
import { FamilyOptions } from './family-options.tsx'
import { ingredientsHtml } from './ingredients/ingredients-html.server.tsx'
import { ProductGallery } from './pictures/product-gallery.tsx'
import { PriceTag } from './price-tag.tsx'
import { ProductAccordion } from './product-accordion.tsx'
import { type ProductCardData, stockNote, toProductCards } from './product-card-data.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductInformation } from './product-information.tsx'
import { productMeta, productStructuredData } from './product-meta.ts'
import { ProductPurchase } from './product-purchase.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { purchaseNotesHtml } from './purchase-notes-html.server.tsx'

/** The loader makes these, so that they add no script. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta ?? [{ title: pageTitle('Page not found') }]
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const reviewFilter = readReviewFilter(new URL(request.url).searchParams)
  const page = await refusalToResponse(
    readShared(
      context,
      ['product page', params.id, reviewFilter, ctx.region.showsLowestPrice && ctx.region],
      () => findProductPage(ctx, params.id, reviewFilter),
      productTags,
    ).catch((error) => redirectToCurrentSlug(ctx, request, params.id, error)),
  )
  const { product, sale, label, familyOptions, members, related, reviews } = page
  const { timeZone } = await readLatestStoreSettings(ctx.db, ctx.log)
  setProductTags(context, productTags(page))
  const { origin } = ctx.settings
  setStructuredData(
    context,
    productStructuredData(
      { product, members, familyOptions, saleEndsAt: sale?.endsAt ?? null },
      { region: ctx.region, returnDays: ctx.terms.returnDays, origin },
    ),
  )
  return {
    region: ctx.region,
    meta: productMeta(product, {
      origin,
      categories: categoryPath(await readCategories(ctx), product.category),
    }),
    product: { ...product, image: toPicture(product.image), images: product.images.map(toPicture) },
    sizeNote: sizeNote(product, ctx.region),
    saleNotes: saleNotes(product.price, sale, ctx.region, timeZone),
    information: informationEntries(page.details, {
      region: ctx.region.code,
      quantity: sizeNote(product, ctx.region),
    }),
    option: chosenOption(product),
    stockNote:
      product.preorderDate && product.inStock
        ? preorderNote(product.preorderDate)
        : stockNote(product.stock, ctx.terms),
    choices: familyChoices(familyOptions, members, product.id),
    notes: purchaseNotesHtml({
      product,
      region: ctx.region,
      returnDays: ctx.terms.returnDays,
      visitor: requestContext(context).visitor,
    }),
    ingredients: ingredientsHtml(label, product.ingredients),
    related: toProductCards(related, ctx.terms),
    reviews,
    reviewFilter,
  }
}

function productTags({ product, related }: ProductPage): string[] {
  return [product, ...related].flatMap(({ id, family }) => (family ? [id, family.id] : [id]))
}

/** With the code of a shade, if that is all that there is to choose. */
function chosenOption(product: Product): string | null {
  const { shade, options } = product
  if (!shade || options.length > 1) return optionName(product)
  return [shade.name, shade.code].filter(Boolean).join(' ')
}

/** 30 ml, £12.00 / 10 ml. No unit price for what is sold by the piece, such as a lipstick of 3.5 g. */
function sizeNote({ price, size }: Product, region: Region): string | undefined {
  if (!size) return undefined
  if (!requiresUnitPrice(region) || size.quantity < 5) return displaySize(size)
  const unit = unitPrice(price, size, region)
  return unit ? `${displaySize(size)}, ${unit.price.display} / ${unit.per}` : displaySize(size)
}

/** A slug that the product had before, or one in capitals. */
async function redirectToCurrentSlug(
  ctx: Context,
  request: Request,
  requestedSlug: string,
  error: unknown,
): Promise<never> {
  const slug = error instanceof Refusal ? await findCurrentSlug(ctx, requestedSlug) : undefined
  if (!slug || slug === requestedSlug) throw error
  throw redirect(href('/product/:id', { id: slug }) + new URL(request.url).search, 301)
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  const { product, choices, related, reviews, reviewFilter, region } = loaderData
  return (
    <>
      <div className="product-columns mx-auto max-w-page px-gutter md:pt-10">
        <div className="min-w-0 md:sticky md:top-10 md:self-start">
          <ProductGallery name={product.name} pictures={product.images} />
        </div>
        <div className="min-w-0 md:sticky md:top-10 md:self-start md:pt-4">
          <div className="flex items-center justify-between gap-x-4">
            <p className="label text-ink-soft">{product.brand}</p>
            <WishHeart id={product.id} name={product.name} />
          </div>
          <h1 className="mt-1.5 font-display text-title md:mt-4">{product.family?.name ?? product.name}</h1>
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 md:mt-3">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-lead">
                <PriceTag price={product.price} originalPrice={product.originalPrice} region={region} />
              </span>
              <span className="tabular text-ink-soft text-small">{loaderData.sizeNote}</span>
            </p>
            <RatingLink product={product} />
          </div>
          {loaderData.saleNotes.map((note) => (
            <p key={note} className="text-ink-soft text-small">
              {note}
            </p>
          ))}
          <FamilyOptions groups={choices} chosenId={product.id} />
          <p className="mt-4 md:mt-6 md:text-lead">{product.tagline}</p>
          <AvoidNote product={product.id} kind="page" />
          <ProductPurchase
            key={product.id}
            product={product}
            option={loaderData.option}
            stockNote={loaderData.stockNote}
            region={region}
          />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it on the server */}
          <div dangerouslySetInnerHTML={{ __html: loaderData.notes }} />
          <p className="mt-8 mb-6 max-w-prose">{product.description}</p>
          <ProductAccordion title="Benefits" items={product.benefits} open />
          <ProductAccordion title="How to use" items={product.howToUse} ordered />
          <ProductInformation entries={loaderData.information} />
        </div>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it on the server */}
      <div dangerouslySetInnerHTML={{ __html: loaderData.ingredients }} />
      <StructuredData key={product.id} />
      <ProductReviews product={product} page={reviews} filter={reviewFilter} />
      <RelatedProducts cards={related} region={region} />
      <BuyBar product={product} option={loaderData.option} region={region} />
    </>
  )
}

function RatingLink({ product: { rating, reviewCount } }: { product: Product }) {
  if (rating === null) return null
  return (
    <p className="text-small">
      <Link to={{ hash: 'reviews' }} className="link-line inline-flex min-h-11 items-center">
        {`${rating.toFixed(1)} out of 5, ${reviewCount === 1 ? '1 review' : `${reviewCount} reviews`}`}
      </Link>
    </p>
  )
}

function RelatedProducts({ cards, region }: { cards: ProductCardData[]; region: Region }) {
  if (!cards.length) return null
  return (
    <section aria-labelledby="related" className="mx-auto max-w-page px-gutter pt-section">
      <h2 id="related" className="font-display text-title">
        You Might Also Like
      </h2>
      <ProductGrid cards={cards} region={region} className="mt-10 grid-cols-2 md:gap-x-8 lg:grid-cols-4" />
    </section>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound />
  return <ErrorPage />
}
