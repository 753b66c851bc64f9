import type { Context as Call } from 'hono'
import { refuse } from './errors.ts'

type Paths = Record<string, object | undefined>

/** A call that there is not: nothing at this address, or nothing by this method. */
export function refuseAddress(c: Call, paths: Paths): Response {
  const methods = methodsAt(c.req.path, paths)
  if (!methods.length) {
    return refuse(c, 'not_found', 'There is nothing at this address. The calls are listed at /api/docs.')
  }
  c.header('allow', methods.join(', '))
  return refuse(c, 'method_not_allowed', `This address takes ${methods.join(', ')} alone.`)
}

function methodsAt(address: string, paths: Paths): string[] {
  const known = Object.entries(paths).filter(([path]) => fits(path, address))
  return known.flatMap(([, operations = {}]) => Object.keys(operations).map((method) => method.toUpperCase()))
}

/** `/v1/products/{id}` is any address with one name in that place. */
function fits(path: string, address: string): boolean {
  const names = path.split('/')
  const parts = address.replace(/^\/api/, '').split('/')
  return (
    names.length === parts.length && names.every((name, at) => name.startsWith('{') || name === parts[at])
  )
}
