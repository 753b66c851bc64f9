import { HTTP_STATUS, Refusal, type RefusalCode } from '#core/errors.ts'

export type StoreCall = (method: string, path: string, body?: unknown, key?: string) => Promise<unknown>

/** Asks the store's API as this browser's session. What it refuses in words is a Refusal here too. */
export const callStore: StoreCall = async (method, path, body, key) => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(`/api/v1${path}`, { method, headers, body: sent })
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  if (response.ok) return answer
  const { code, message } = (answer as { error: { code: string; message: string } }).error
  if (isRefusal(code)) throw new Refusal(code, message)
  throw new Error(message)
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(HTTP_STATUS, code)
}
