import type { FormEvent } from 'react'
import { Form, href, isRouteErrorResponse, redirect, useNavigate, useRouteError } from 'react-router'
import { lineQuantity } from '#core/cart/cart.ts'
import {
  findResumableCheckout,
  type ResumableCheckout,
  resumeCheckout,
} from '#core/checkout-reminders/resume-checkout.server.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { privateMeta } from '#web/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useAuth } from '../../account/auth.ts'
import { guestCartStore } from '../../cart/store/guest-cart-store.ts'
import { noStore, shopContext } from '../../request-context.ts'
import { Article } from '../../storefront/article.tsx'
import type { Route } from './+types/resume'

export const meta = () => privateMeta('Your checkout')

/** Opening the link changes nothing: email scanners follow links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  noStore(context)
  return refusalToResponse(findResumableCheckout(shopContext(context), accessFrom(url)))
}

/** A guest's cart is in the browser, so without scripts there is nothing to change. */
export async function action({ context, url }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const access = accessFrom(url)
  const code =
    ctx.actor.kind === 'user'
      ? await refusalToResponse(resumeCheckout(ctx, access))
      : (await refusalToResponse(findResumableCheckout(ctx, access))).code
  return redirect(checkoutPath(code))
}

export default function ResumeCheckout({ loaderData: checkout }: Route.ComponentProps) {
  if (checkout.hasBought) return <AlreadyOrdered />
  const canResume = checkout.items.some(({ max }) => max > 0)
  return (
    <Article
      title="Your checkout"
      lead={canResume ? 'Pick up where you left off.' : 'None of these can be ordered right now.'}
    >
      <ul className="max-w-prose border-hairline border-b">
        {checkout.items.map((item) => (
          <Item key={item.productId} item={item} />
        ))}
      </ul>
      <div className="mt-10">
        {canResume ? (
          <ContinueForm checkout={checkout} />
        ) : (
          <ButtonLink to={href('/categories')}>See all products</ButtonLink>
        )}
      </div>
    </Article>
  )
}

function Item({ item: { name, quantity, max } }: { item: ResumableCheckout['items'][number] }) {
  return (
    <li className="flex justify-between gap-4 border-hairline border-t py-4">
      <span className="wrap-anywhere">
        {name}
        {max > 0 && max < quantity && (
          <span className="block text-ink-soft text-small">Only {max} can be ordered</span>
        )}
      </span>
      <span className="tabular shrink-0 text-ink-soft">{max > 0 ? `× ${quantity}` : 'Not available'}</span>
    </li>
  )
}

function ContinueForm({ checkout: { items, code } }: { checkout: ResumableCheckout }) {
  const { isSignedIn } = useAuth()
  const navigate = useNavigate()
  async function fillGuestCart(event: FormEvent) {
    event.preventDefault()
    for (const { productId, quantity, max } of items) {
      const inCart = lineQuantity(guestCartStore.lines(), productId)
      const line = { productId, quantity: Math.max(inCart, Math.min(quantity, max)) }
      // A cart that is full stays as it is.
      if (line.quantity > inCart) await guestCartStore.set(line, line.quantity).catch(() => {})
    }
    await navigate(checkoutPath(code))
  }
  // The document loads an account's cart again.
  return (
    <Form method="post" reloadDocument={isSignedIn} onSubmit={isSignedIn ? undefined : fillGuestCart}>
      <Button type="submit">Continue to checkout</Button>
    </Form>
  )
}

function AlreadyOrdered() {
  return (
    <Article
      title="You’ve already ordered"
      lead="This checkout is complete. Your order page has the details."
    >
      <ButtonLink to={href('/orders')}>Your orders</ButtonLink>
    </Article>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <Article
      title="This link has expired"
      lead="Links to a checkout work for 30 days, until you’ve ordered. Your cart may still have your items."
    >
      <ButtonLink to={href('/cart')}>Go to your cart</ButtonLink>
    </Article>
  )
}

function accessFrom({ searchParams }: URL) {
  return { id: searchParams.get('id') ?? '', key: searchParams.get('key') ?? '' }
}

function checkoutPath(code: string): string {
  return code ? `${href('/checkout')}?${new URLSearchParams({ code })}` : href('/checkout')
}
