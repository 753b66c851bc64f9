import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import type { Notice } from '../ui/toast/toast.tsx'
import { typedValues } from './form-result.ts'
import { UNEXPECTED_ERROR } from './unexpected-error.ts'

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>

/** If the store can't be reached, the page and the typed text stay, and the form shows the notice. */
export function keepFormOnFailure(
  notice: Notice | ((action: string) => Notice) = UNEXPECTED_ERROR,
): ClientMiddleware[] {
  return keepPageOnFailure((form, action) => ({
    notice: typeof notice === 'function' ? notice(action) : notice,
    values: typedValues(form),
    action,
    status: 503,
  }))
}

/** Without this client middleware, React Router replaces the page with an error page. */
export function keepPageOnFailure(
  buildResult: (form: FormData, action: string) => object,
): ClientMiddleware[] {
  return [
    async ({ request }, next) => {
      if (request.method === 'GET') return next()
      const form = await request.clone().formData()
      const action = new URL(request.url).pathname
      const results = await next()
      for (const [route, { type, result }] of Object.entries(results))
        if (type === 'error' && isServerFailure(result))
          results[route] = {
            type: 'data',
            result: data({ ...buildResult(form, action), connectionLost: true }, 503),
          }
      return results
    },
  ]
}

/** For pages whose own client loader handles failures: the layouts around them keep their data. */
export const keepLayoutsOnFailure: ClientMiddleware = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET')
    for (const [route, { type, result }] of Object.entries(results))
      if (type === 'error' && isServerFailure(result)) delete results[route]
  return results
}

/** No response, a response from in front of the store, or an error that the store didn't expect. */
export function isServerFailure(error: unknown): boolean {
  if (error instanceof Response) return false
  return !isRouteErrorResponse(error) || error.status >= 500
}
