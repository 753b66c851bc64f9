import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { createLink } from '../one-time-links.server.ts'

/** `options` are for navigator.credentials; the cookie 'passkey' keeps `challenge` until the browser responds. */
export type PasskeyRequest = { options: object; challenge: string }

export const PASSKEY_REFUSED =
  'We couldn’t verify this passkey. Please try again, or sign in with your password.'

export function saveChallenge(ctx: Context, userId: string, challenge: string): Promise<string> {
  return createLink(ctx.db, 'passkey', { userId, challenge })
}

export function relyingPartyId(ctx: Context): string {
  return new URL(ctx.settings.origin).hostname
}

export function expectations(ctx: Context, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: ctx.settings.origin,
    expectedRPID: relyingPartyId(ctx),
  }
}

/** The library throws on invalid input; callers refuse it. */
export function orUndefined<Result>(check: Promise<Result>): Promise<Result | undefined> {
  return check.catch(() => undefined)
}

export const credentialFields = { id: z.string(), rawId: z.string(), type: z.literal('public-key') }
export const extensions = z.looseObject({}).default({})
