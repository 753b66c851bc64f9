/** How often a visible page looks at its session. */
export const CHECK_INTERVAL = 30_000

/** It is renewed when it would end within this many looks. */
export const EXPIRY_MARGIN_CHECKS = 3

export function isNearExpiry(expiresAt: number, now: number): boolean {
  return expiresAt - now <= EXPIRY_MARGIN_CHECKS * CHECK_INTERVAL
}
