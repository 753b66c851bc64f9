export const CONNECTION_LOST = {
  problem: 'We couldn’t reach the store. Please try again.',
  reason: 'fail',
} as const

/** Refusals are results, too. Throws if the response is neither a problem nor has the field that a result has. */
export async function postJson<Result>(path: string, body: unknown, field: string): Promise<Result> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const result = await response.json()
  if (!(field in result || 'problem' in result)) throw new Error(`${path} answered ${response.status}`)
  return result
}
