import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router'
import { typedValues } from '#web/forms/form-result.ts'

let hasUnsavedText = false

export function setHasUnsavedText(hasText: boolean): void {
  hasUnsavedText = hasText
}

/** If the session has ended, the page and its text stay, instead of the sign-in page. */
export const keepTextOnSignOut: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const form = request.method === 'GET' ? null : await request.clone().formData()
  const results = await next()
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || !isSignInRedirect(result)) continue
    if (!form) {
      if (hasUnsavedText) delete results[route]
      continue
    }
    const reply = { notice: SIGNED_OUT, values: typedValues(form), action: new URL(request.url).pathname }
    results[route] = { type: 'data', result: data({ ...reply, status: 401, connectionLost: true }, 401) }
  }
  return results
}

const SIGNED_OUT = {
  title: 'You’re signed out',
  description: 'Your text is still here. Sign in again in another tab, then save.',
  tone: 'destructive',
} as const

function isSignInRedirect(result: unknown): boolean {
  if (!(result instanceof Response)) return false
  return /\/login(\?|$)/.test(result.headers.get('location') ?? '')
}
