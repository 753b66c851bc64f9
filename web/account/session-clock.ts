/** Milliseconds between expiry checks while the page is visible. */
export const CHECK_INTERVAL = 30_000

/** The session is renewed this many checks before it expires, so a failed renewal can be retried. */
const EXPIRY_MARGIN_CHECKS = 3

export function isNearExpiry(expiresAt: number, now: number): boolean {
  return expiresAt - now <= EXPIRY_MARGIN_CHECKS * CHECK_INTERVAL
}
