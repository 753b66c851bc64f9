/** How often a visible page looks at its session. */
export const TICK = 30_000

/** It is renewed when it would end within this many looks. */
export const MARGIN_TICKS = 3

export function isNearItsEnd(expiresAt: number, now: number): boolean {
  return expiresAt - now <= MARGIN_TICKS * TICK
}
