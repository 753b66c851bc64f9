export const CONNECTION_LOST = {
  problem: 'We couldn’t reach the store. Please try again.',
  reason: 'fail',
} as const

/** Refusals are results, too. Throws if there is no response of the store. */
export async function postJson<Result>(path: string, body: unknown): Promise<Result> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}
