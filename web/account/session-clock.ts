/** Milliseconds between two checks of a visible page. */
export const CHECK_INTERVAL = 30_000

export const EXPIRY_MARGIN_CHECKS = 3

export function isNearExpiry(expiresAt: number, now: number): boolean {
  return expiresAt - now <= EXPIRY_MARGIN_CHECKS * CHECK_INTERVAL
}
