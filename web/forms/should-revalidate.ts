import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Where the store did not answer a form, it is not asked at once for everything else on the page. */
export function revalidateUnlessConnectionLost({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isConnectionLost =
    actionResult && typeof actionResult === 'object' && 'connectionLost' in actionResult
  return isConnectionLost ? false : defaultShouldRevalidate
}
