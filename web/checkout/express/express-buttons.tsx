import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readLanding } from '../read-landing.ts'
import {
  type CartMessage,
  EXPRESS_FRAME_PATH,
  type ExpressPurchase,
  type FrameMessage,
} from './express-messages.ts'

type Props = ExpressPurchase & { height: number | undefined; onHeight(height: number): void }

/**
 * The provider’s buttons run in a page of their own, so that only its content security policy names the provider’s
 * hosts.
 */
export default function ExpressButtons({ height = 0, onHeight, ...purchase }: Props): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [isCovering, setCovering] = useState(false)
  const purchaseKey = JSON.stringify(purchase)

  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data.kind === 'express-ready') setReady(true)
      if (data.kind === 'express-height') onHeight(data.height)
      if (data.kind === 'express-cover') setCovering(data.isCovering)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [onHeight])

  useEffect(() => {
    if (!isReady) return
    const message: CartMessage = {
      kind: 'express-cart',
      cart: { ...JSON.parse(purchaseKey), reported: readLanding() },
    }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, purchaseKey])

  return (
    <iframe
      ref={frame}
      src={EXPRESS_FRAME_PATH}
      title="Express checkout"
      allow="payment"
      style={isCovering ? COVER : { height }}
      className="block w-full"
    />
  )
}

/** For 3-D Secure, which the provider shows inside of the frame. */
const COVER = { position: 'fixed', inset: 0, height: '100%', zIndex: 60 } as const
