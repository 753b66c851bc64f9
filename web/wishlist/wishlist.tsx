import { href } from 'react-router'
import { formatPrice } from '#core/regions/regions.ts'
import { readWishlistSettings, sharedWishlistUrl } from '#core/wishlist/share-wishlist.server.ts'
import { findWishlist } from '#core/wishlist/wishlist.server.ts'
import { requireUser } from '#web/account/require-user.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { privateMeta } from '#web/page-title.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { noStore, shopContext } from '../request-context.ts'
import type { Route } from './+types/wishlist'
import { EmptyWishlist } from './empty-wishlist.tsx'
import { GuestWishlist } from './guest-wishlist.tsx'
import { useMergedWishlist } from './use-browser-wishlist.ts'
import { readWishCards } from './wish-cards.server.ts'
import { WISHLIST_FORMS } from './wishlist-forms.ts'
import { WishlistGrid } from './wishlist-grid.tsx'
import { WishlistOptions } from './wishlist-options.tsx'

export const meta = () => privateMeta('Wish list')

/** A guest's list exists only in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const { region } = ctx
  noStore(context)
  if (ctx.actor.kind !== 'user') return { region, list: null }
  const [items, { shareToken, showsName, hasAlerts }] = await Promise.all([
    findWishlist(ctx),
    readWishlistSettings(ctx),
  ])
  const cards = await readWishCards(
    ctx,
    items.map(({ productId }) => productId),
  )
  const savedPrices = new Map(items.map(({ productId, addedPrice }) => [productId, addedPrice]))
  const isListed = new Set(cards.map(({ id }) => id))
  return {
    region,
    list: {
      cards: cards.map((card) => ({ ...card, savedPrice: savedPrices.get(card.id) ?? card.price })),
      unavailable: items
        .filter(({ productId }) => !isListed.has(productId))
        .map(({ productId, name }) => ({ id: productId, name })),
      options: {
        hasAlerts,
        showsName,
        link: shareToken && sharedWishlistUrl(ctx.settings.origin, shareToken),
      },
    },
  }
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: WISHLIST_FORMS, errorTitle: 'Error' })
}

export default function Wishlist({ loaderData: { region, list } }: Route.ComponentProps) {
  const isMerging = useMergedWishlist(list !== null)
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">Wish list</h1>
      <FormNotice className="mt-8 max-w-prose" />
      {!list ? (
        <GuestWishlist region={region} />
      ) : list.cards.length + list.unavailable.length ? (
        <>
          <WishlistGrid cards={list.cards} region={region}>
            {({ id, name, price, savedPrice }) => (
              <>
                {savedPrice > price && (
                  <p className="mt-1 text-ink-soft text-small">
                    {formatPrice(savedPrice, region).display} when you saved it
                  </p>
                )}
                <RemoveForm id={id} name={name} />
              </>
            )}
          </WishlistGrid>
          <UnavailableProducts products={list.unavailable} />
          <WishlistOptions {...list.options} />
        </>
      ) : (
        !isMerging && <EmptyWishlist />
      )}
    </div>
  )
}

function RemoveForm({ id, name }: { id: string; name: string }) {
  return (
    <PageForm action={href('/wishlist/items')} className="mt-0! space-y-0!">
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="remove" value="on" />
      <TextButton className="text-ink-soft text-small">
        Remove<span className="sr-only"> {name}</span>
      </TextButton>
    </PageForm>
  )
}

function UnavailableProducts({ products }: { products: { id: string; name: string }[] }) {
  if (!products.length) return null
  return (
    <ul aria-label="No longer available" className="mt-12 border-hairline border-b">
      {products.map(({ id, name }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 border-hairline border-t py-2"
        >
          <p>
            {name} <span className="text-ink-soft text-small">No longer available</span>
          </p>
          <RemoveForm id={id} name={name} />
        </li>
      ))}
    </ul>
  )
}
