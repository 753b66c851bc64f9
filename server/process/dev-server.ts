import { createServer } from 'node:http'
import type { createStoreServer, StoreServer } from '../app.ts'
import type { Config } from '../config.ts'
import type { WebServer } from './supervisor.ts'

type AppModule = { createStoreServer: typeof createStoreServer }

/** Serves with hot reload: Vite serves modules, and the store server is recreated when its code changes. */
export async function serveDevelopment(config: Config): Promise<WebServer> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  let active: { module: AppModule; store: StoreServer } | undefined

  async function loadStore(): Promise<StoreServer> {
    const module = (await vite.ssrLoadModule('/server/app.ts')) as AppModule
    if (active?.module !== module) {
      const previous = active
      active = { module, store: module.createStoreServer(config, 'development') }
      await previous?.store.close()
    }
    return active.store
  }

  const server = createServer((request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const store = await loadStore()
        store.server.emit('request', request, response)
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        console.error(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
      }
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(config.PORT, config.HOST, () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : config.PORT)
    })
  })
  return {
    port,
    async close() {
      server.closeAllConnections()
      await active?.store.close()
      await vite.close()
    },
  }
}
