import type { Context as HonoContext, TypedResponse } from 'hono'
import type { ApiEnv } from '../router.ts'

type Rendered = { key: string; bytes: Uint8Array<ArrayBuffer> }

const renderedBodies = new WeakMap<object, Rendered>()

/** Sends a shared value as JSON, which is built and compressed again only after the key has changed. */
export function sendSharedJson<Body>(
  c: HonoContext<ApiEnv>,
  shared: object,
  key: unknown,
  build: () => Body,
): Response & TypedResponse<Body, 200, 'json'> {
  const bytes = render(shared, JSON.stringify(key), build)
  c.get('reuseBody')(bytes)
  const response: Response = c.newResponse(bytes, 200, { 'content-type': 'application/json' })
  return response as Response & TypedResponse<Body, 200, 'json'>
}

function render(shared: object, key: string, build: () => unknown): Uint8Array<ArrayBuffer> {
  const last = renderedBodies.get(shared)
  if (last?.key === key) return last.bytes
  const bytes = new TextEncoder().encode(JSON.stringify(build()))
  renderedBodies.set(shared, { key, bytes })
  return bytes
}
