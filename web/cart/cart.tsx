import { href } from 'react-router'
import { findCart } from '#core/cart/cart.server.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import { getDisplayedCart } from '#core/storefront/displayed-cart.server.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { privateMeta } from '#web/page-title.ts'
import { useAuth } from '../account/auth.ts'
import { noStore, setProductTags, shopContext } from '../request-context.ts'
import { InlineNotice } from '../ui/inline-notice.tsx'
import type { Route } from './+types/cart'
import { CartLines } from './cart-lines.tsx'
import { CartSuggestion } from './cart-suggestion.tsx'
import { CartTotals } from './cart-totals.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { LeftOutNotice } from './left-out-notice.tsx'
import { NoScriptNotice } from './no-script-notice.tsx'
import { readChosenSamples } from './samples/chosen-samples.ts'
import { SampleChoice } from './samples/sample-choice.tsx'
import { SaveCartPrompt } from './save-cart-prompt.tsx'
import { useCart } from './store/use-cart.ts'
import { useDisplayedCart } from './use-displayed-cart.ts'
import { useOfferCode } from './use-offer-code.ts'

export const meta = () => privateMeta('Your Cart')

/** A guest's cart exists only in the browser. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const code = new URL(request.url).searchParams.get('code')?.slice(0, 60) ?? ''
  if (ctx.actor.kind !== 'user') {
    setProductTags(context, [])
    return { region: ctx.region.code, code, accountCart: null }
  }
  noStore(context)
  return {
    region: ctx.region.code,
    code,
    accountCart: await getDisplayedCart(ctx, await findCart(ctx), code, {
      chosenSamples: readChosenSamples(context),
    }),
  }
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  const { region, accountCart } = loaderData
  const { isSignedIn } = useAuth()
  const { lines, ready, isMerging } = useCart()
  const [code, setCode] = useOfferCode(loaderData.code)
  const { displayedCart, stale, failed, refresh } = useDisplayedCart(accountCart, {
    lines,
    ready,
    code,
    region,
  })
  const visibleLines = ready ? lines : (accountCart?.lines ?? [])
  const isVisible = (id: string | undefined) => visibleLines.some(({ productId }) => productId === id)
  const suggestion = isVisible(displayedCart?.suggestion?.productId) ? null : displayedCart?.suggestion

  if (visibleLines.length === 0 && (ready || (accountCart && !isMerging)))
    return (
      <EmptyCart
        heading="Your Cart is Empty"
        lead="Items you add will appear here."
        linkText="Continue Shopping"
      />
    )
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">Your Cart</h1>
      {failed && <CartUnavailable />}
      {isSignedIn && ready && <LeftOutNotice />}
      {displayedCart && visibleLines.length > 0 ? (
        <div className="mt-5 grid gap-x-20 gap-y-8 md:mt-12 md:gap-y-14 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr]">
          <div>
            <CartLines lines={visibleLines} displayedCart={displayedCart} />
            {suggestion && (
              <CartSuggestion
                suggestion={suggestion}
                currency={displayedCart.quote.currency}
                className="mt-10 max-w-lg border-hairline border-y py-5"
              />
            )}
            {displayedCart.samples && (
              <SampleChoice
                samples={displayedCart.samples}
                currency={displayedCart.quote.currency}
                onChange={refresh}
              />
            )}
          </div>
          <CartTotals
            displayedCart={withVisibleLines(displayedCart, visibleLines)}
            stale={stale}
            code={code}
            onCode={setCode}
          />
          {!isSignedIn && <SaveCartPrompt />}
        </div>
      ) : (
        !failed && <CartLoading />
      )}
    </div>
  )
}

/** Items that were just removed don't block checkout. */
function withVisibleLines(displayedCart: DisplayedCart, visibleLines: readonly CartLine[]): DisplayedCart {
  const quantities = new Map(visibleLines.map(({ productId, quantity }) => [productId, quantity]))
  return {
    ...displayedCart,
    unavailable: displayedCart.unavailable.filter((id) => quantities.has(id)),
    lines: displayedCart.lines.flatMap((line) => {
      const quantity = quantities.get(line.productId)
      return quantity ? [{ ...line, quantity }] : []
    }),
  }
}

function CartUnavailable() {
  return (
    <InlineNotice
      className="mt-8 max-w-prose"
      notice={{
        title: 'We can’t price your cart right now.',
        description: 'Your items are safe. Please try again in a moment.',
        tone: 'destructive',
      }}
    />
  )
}

/** As tall as a cart, so the page doesn't shift when scripts load a guest's cart. */
function CartLoading() {
  return (
    <>
      <NoScriptNotice next={href('/cart')} />
      <div aria-busy className="mt-12 min-h-[32rem] border-hairline border-t">
        <p className="sr-only" role="status">
          Loading your cart
        </p>
      </div>
    </>
  )
}
