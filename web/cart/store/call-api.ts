import { HTTP_STATUS, Refusal, type RefusalCode } from '#core/errors.ts'

export type ApiCall = (
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
) => Promise<unknown>

/** Uses the browser's session. Throws the API's refusals as a Refusal. */
export const callApi: ApiCall = async (method, path, body, idempotencyKey) => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const requestBody = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(`/api/v1${path}`, { method, headers, body: requestBody })
  const payload: unknown = response.status === 204 ? undefined : await response.json()
  if (response.ok) return payload
  const { code, message } = (payload as { error: { code: string; message: string } }).error
  if (isRefusal(code)) throw new Refusal(code, message)
  throw new Error(message)
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(HTTP_STATUS, code)
}
