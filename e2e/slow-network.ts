import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'

export type SlowNetwork = { url: string; resume(): void; close(): void }

/** Proxies the store and pauses every page after the text `pauseAfter` until `resume` is called. */
export async function startSlowNetwork(store: string, pauseAfter: string): Promise<SlowNetwork> {
  const released = Promise.withResolvers<void>()
  const proxy = createServer((clientRequest, clientResponse) => {
    const headers = { ...clientRequest.headers, 'accept-encoding': 'identity' }
    clientRequest.pipe(
      request(
        new URL(clientRequest.url ?? '/', store),
        { method: clientRequest.method, headers },
        async (storeResponse) => {
          const { 'content-length': _, ...headersToForward } = storeResponse.headers
          clientResponse.writeHead(storeResponse.statusCode ?? 502, headersToForward)
          if (!storeResponse.headers['content-type']?.startsWith('text/html'))
            return void storeResponse.pipe(clientResponse)
          const page = await text(storeResponse)
          const stop = page.indexOf(pauseAfter) + pauseAfter.length
          clientResponse.write(page.slice(0, stop))
          await released.promise
          clientResponse.end(page.slice(stop))
        },
      ),
    )
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    resume: released.resolve,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

/** Holds the data of pages that scripts navigate to, until the returned function is called. */
export async function pauseNavigation(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/\.data\?/, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}
