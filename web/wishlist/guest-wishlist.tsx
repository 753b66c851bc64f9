import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { ProductCardData } from '../storefront/product/product-card-data.ts'
import { saveBrowserWish } from './browser-wishlist.ts'
import { EmptyWishlist } from './empty-wishlist.tsx'
import { useBrowserWishlist } from './use-browser-wishlist.ts'
import { WishlistGrid } from './wishlist-grid.tsx'

const LOGIN = `${href('/login')}?next=${href('/wishlist')}`

/** The browser asks for the products on its list. */
export function GuestWishlist({ region }: { region: Region }) {
  const ids = useBrowserWishlist()
  const { cards, hasFailed } = useWishCards(ids)
  const visible = ids?.length === 0 ? [] : cards?.filter(({ id }) => ids?.includes(id))
  if (visible?.length === 0) return <EmptyWishlist />
  return (
    <>
      <p className="mt-4 max-w-prose text-ink-soft">
        Your list stays in this browser. <TextLink to={LOGIN}>Log in</TextLink> to keep it in your account,
        share it, and get an email when something is back or costs less.
      </p>
      <noscript>
        <p className="mt-8 max-w-prose">Without JavaScript, only accounts have a wish list. Please log in.</p>
      </noscript>
      {hasFailed && (
        <InlineNotice
          className="mt-8 max-w-prose"
          notice={{
            title: 'We can’t show your list right now.',
            description: 'It is safe in this browser. Please try again in a moment.',
            tone: 'destructive',
          }}
        />
      )}
      {visible ? (
        <WishlistGrid cards={visible} region={region}>
          {({ id, name }) => (
            <p>
              <TextButton
                type="button"
                className="text-ink-soft text-small"
                onClick={() => saveBrowserWish(id, false)}
              >
                Remove<span className="sr-only"> {name}</span>
              </TextButton>
            </p>
          )}
        </WishlistGrid>
      ) : (
        !hasFailed && <div aria-busy className="min-h-[32rem]" />
      )}
    </>
  )
}

/** Fetched again if a product is added, in another tab or by its heart. */
function useWishCards(ids: string[] | undefined) {
  const [cards, setCards] = useState<ProductCardData[]>()
  const [hasFailed, setFailed] = useState(false)
  const requested = ids && JSON.stringify(ids)
  useEffect(() => {
    if (!requested || requested === '[]') return
    const controller = new AbortController()
    fetchCards(requested, controller.signal)
      .then((fetched) => {
        setCards(fetched)
        setFailed(false)
      })
      .catch(() => !controller.signal.aborted && setFailed(true))
    return () => controller.abort()
  }, [requested])
  return { cards, hasFailed }
}

async function fetchCards(ids: string, signal: AbortSignal): Promise<ProductCardData[]> {
  const response = await fetch(href('/wishlist/products'), {
    method: 'POST',
    body: new URLSearchParams({ ids }),
    signal,
  })
  if (!response.ok) throw new Error(`Wish list request failed with status ${response.status}`)
  return response.json()
}
