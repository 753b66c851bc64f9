import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Where the store did not answer a form, it is not asked at once for everything else on the page. */
export function unlessLost({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const lost = actionResult && typeof actionResult === 'object' && 'lost' in actionResult
  return lost ? false : defaultShouldRevalidate
}
