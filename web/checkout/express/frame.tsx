import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { findExpressLibrary } from '#core/checkout/express/express-quote.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestContext } from '../../request-context.ts'
import type { Route } from './+types/frame'
import type { CartMessage, FrameMessage } from './express-messages.ts'
import { type ExpressSheet, mountExpress } from './express-sheet.ts'

export const meta = () => privateMeta('Express checkout')

/** Pages of the store show it in a frame. */
export const headers = () => ({ 'x-frame-options': 'SAMEORIGIN' })

export async function loader({ context, url }: Route.LoaderArgs) {
  noStore(context)
  const { ctx, store } = requestContext(context)
  const available = await findExpressLibrary(ctx)
  if (!available) return { provider: null, paidIntent: null }
  const { library, methods } = available
  requestContext(context).paymentLibrary = library
  return {
    provider: {
      url: library.url,
      publishableKey: library.publishableKey,
      methods,
      country: ctx.region.code,
      storeName: store.name,
    },
    /** The provider adds it if the shopper had to leave the page to pay. */
    paidIntent: url.searchParams.get('payment_intent')?.slice(0, 255) ?? null,
  }
}

export const shouldRevalidate = () => false

export default function ExpressFrame({ loaderData }: Route.ComponentProps) {
  const { provider, paidIntent } = loaderData
  const place = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (paidIntent) return leaveFrame(paidIntent)
    if (!provider || !place.current) return
    const sheet: ExpressSheet = mountExpress(place.current, provider, {
      onShown: setShown,
      onProblem: setProblem,
      onCover: (isCovering) => tellParent({ kind: 'express-cover', isCovering }),
      onPaid: leaveFrame,
    })
    const receive = ({ source, origin, data }: MessageEvent<CartMessage>) => {
      if (source === window.parent && origin === location.origin && data.kind === 'express-cart')
        sheet.setCart(data.cart)
    }
    addEventListener('message', receive)
    tellParent({ kind: 'express-ready' })
    return () => {
      removeEventListener('message', receive)
      sheet.destroy()
    }
  }, [provider, paidIntent])

  useEffect(() => {
    const element = content.current
    if (!element) return
    const tellHeight = () =>
      tellParent({ kind: 'express-height', height: isShown ? element.offsetHeight : 0 })
    const observer = new ResizeObserver(tellHeight)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])

  return (
    <main ref={content}>
      <h1 className="sr-only">Express checkout</h1>
      <div ref={place} />
      {problem && (
        <p role="alert" className="mt-3 text-rosewood text-small">
          {problem}
        </p>
      )}
    </main>
  )
}

function tellParent(message: FrameMessage): void {
  window.parent.postMessage(message, location.origin)
}

function leaveFrame(sessionId: string): void {
  const target = `${href('/payment-success')}?${new URLSearchParams({ session_id: sessionId })}`
  ;(window.top ?? window).location.assign(target)
}
