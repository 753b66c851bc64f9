import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a lost connection, refetching the page's data would fail too and replace the form with an error page. */
export function revalidateUnlessConnectionLost({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isConnectionLost =
    actionResult && typeof actionResult === 'object' && 'connectionLost' in actionResult
  return isConnectionLost ? false : defaultShouldRevalidate
}
