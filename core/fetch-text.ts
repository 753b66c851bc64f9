type FetchLimits = { timeout: number; maxBytes: number; headers: Record<string, string> }

/** For services outside the store, which may be slow, return too much, or redirect into the owner's network. */
export async function fetchText(url: string, { timeout, maxBytes, headers }: FetchLimits): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error', headers })
  if (!response.ok) throw new Error(`The service returned status ${response.status}`)
  return (await readBody(response, maxBytes)).toString()
}

/** Other services may return more than fits in memory. */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`The response is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
