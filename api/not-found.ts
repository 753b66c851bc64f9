import type { Context as HonoContext } from 'hono'
import { sendError } from './errors.ts'

type ApiPaths = Record<string, object | undefined>

/** A call that there is not: nothing at this address, or nothing by this method. */
export function sendNotFound(c: HonoContext, paths: ApiPaths): Response {
  const methods = allowedMethods(c.req.path, paths)
  if (!methods.length) {
    return sendError(c, 'not_found', 'There is nothing at this address. The calls are listed at /api/docs.')
  }
  c.header('allow', methods.join(', '))
  return sendError(c, 'method_not_allowed', `This address takes ${methods.join(', ')} alone.`)
}

function allowedMethods(requestPath: string, paths: ApiPaths): string[] {
  const matching = Object.entries(paths).filter(([path]) => matchesPath(path, requestPath))
  return matching.flatMap(([, operations = {}]) =>
    Object.keys(operations).map((method) => method.toUpperCase()),
  )
}

/** `/v1/products/{id}` is any address with one name in that place. */
function matchesPath(path: string, requestPath: string): boolean {
  const patternSegments = path.split('/')
  const segments = requestPath.replace(/^\/api/, '').split('/')
  return (
    patternSegments.length === segments.length &&
    patternSegments.every((name, index) => name.startsWith('{') || name === segments[index])
  )
}
