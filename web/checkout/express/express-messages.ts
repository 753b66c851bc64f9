import type { CartLine } from '#core/cart/cart-line.ts'
import type { ReportedLanding } from '#core/orders/sources/landing.ts'

export type ExpressPurchase = {
  lines: readonly CartLine[]
  code: string
  samples: readonly string[]
  /** False if the purchase is apart from the cart, which then stays. */
  emptiesCart: boolean
}

/** What the page with the buttons tells its frame: also where the visit began, since a frame has a history of its own. */
export type ExpressCart = ExpressPurchase & { reported: ReportedLanding }

/** The frame asks for the cart once it listens, and tells how tall it is. Without buttons, its height is zero. */
export type FrameMessage =
  | { kind: 'express-ready' }
  | { kind: 'express-height'; height: number }
  | { kind: 'express-cover'; isCovering: boolean }

export type CartMessage = { kind: 'express-cart'; cart: ExpressCart }

export const EXPRESS_FRAME_PATH = '/checkout/express'
