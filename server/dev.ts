import { createServer } from 'node:http'
import type { OpenStore, openStore } from './app.ts'
import type { Config } from './config.ts'
import type { Web } from './supervisor.ts'

type AppModule = { openStore: typeof openStore }

/** The same store with hot reload: Vite answers for modules, and the doors are opened anew when their code changes. */
export async function serveDevelopment(config: Config): Promise<Web> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  let current: { module: AppModule; store: OpenStore } | undefined

  async function storeNow(): Promise<OpenStore> {
    const module = (await vite.ssrLoadModule('/server/app.ts')) as AppModule
    if (current?.module !== module) {
      const before = current
      current = { module, store: module.openStore(config, 'development') }
      await before?.store.close()
    }
    return current.store
  }

  const server = createServer((request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const store = await storeNow()
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
      await current?.store.close()
      await vite.close()
    },
  }
}
