import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type SlowLine = { url: string; goOn(): void; close(): void }

/** The store behind a line on which every page stops after the first `words`, until it may go on. */
export async function openSlowLine(store: string, words: string): Promise<SlowLine> {
  const free = Promise.withResolvers<void>()
  const line = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    asked.pipe(
      request(new URL(asked.url ?? '/', store), { method: asked.method, headers }, async (found) => {
        const { 'content-length': _, ...kept } = found.headers
        answer.writeHead(found.statusCode ?? 502, kept)
        if (!found.headers['content-type']?.startsWith('text/html')) return void found.pipe(answer)
        const page = await text(found)
        const stop = page.indexOf(words) + words.length
        answer.write(page.slice(0, stop))
        await free.promise
        answer.end(page.slice(stop))
      }),
    )
  })
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    goOn: free.resolve,
    close: () => {
      line.closeAllConnections()
      line.close()
    },
  }
}
