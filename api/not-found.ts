import type { Context as HonoContext } from 'hono'
import { sendError } from './errors.ts'

type ApiPaths = Record<string, object | undefined>

export function sendNotFound(c: HonoContext, paths: ApiPaths): Response {
  const methods = allowedMethods(c.req.path, paths)
  if (!methods.length) {
    return sendError(c, 'not_found', 'This endpoint doesn’t exist. See /api/docs for all endpoints.')
  }
  c.header('allow', methods.join(', '))
  return sendError(c, 'method_not_allowed', `This endpoint supports only ${methods.join(', ')}.`)
}

function allowedMethods(requestPath: string, paths: ApiPaths): string[] {
  const matching = Object.entries(paths).filter(([path]) => matchesPath(path, requestPath))
  return matching.flatMap(([, operations = {}]) =>
    Object.keys(operations).map((method) => method.toUpperCase()),
  )
}

function matchesPath(path: string, requestPath: string): boolean {
  const patternSegments = path.split('/')
  const segments = requestPath.replace(/^\/api/, '').split('/')
  return (
    patternSegments.length === segments.length &&
    patternSegments.every((name, index) => name.startsWith('{') || name === segments[index])
  )
}
