import type { Context } from '#core/context.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { families } from './catalog/families.ts'
import { products } from './catalog/products.ts'
import { searchApi } from './catalog/search.ts'
import { renderDocsPage } from './docs-page.ts'
import { myData } from './my-data.ts'
import { sendNotFound } from './not-found.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { profile } from './profile.ts'
import { quotes } from './quote.ts'
import { region } from './region.ts'
import { returns } from './returns.ts'
import { createRouter } from './router.ts'
import { webhooks } from './webhooks.ts'

const OPENAPI = {
  openapi: '3.1.0',
  info: {
    version: '1',
    description:
      'The store’s public API. Prices are decimal numbers and also come as an amount in minor units with a currency. Errors have the form {error: {code, message, fields?}}.',
  },
}

const ROUTERS = [
  products,
  families,
  region,
  searchApi,
  cart,
  quotes,
  orders,
  returns,
  payments,
  auth,
  profile,
  myData,
  ...adminRoutes,
]

export function createApi(publicUrl: string) {
  const api = createRouter()
  for (const router of ROUTERS) api.route('/v1', router)
  api.route('/webhooks', webhooks)
  let document: ReturnType<typeof api.getOpenAPI31Document> | undefined
  const openApiDocument = (title: string) => {
    const servers = [{ url: `${publicUrl}/api` }]
    document ??= api.getOpenAPI31Document({ ...OPENAPI, info: { ...OPENAPI.info, title }, servers })
    return { ...document, info: { ...document.info, title } }
  }
  const openApiOfStore = async (ctx: Context) => openApiDocument((await readStoreIdentity(ctx)).name)
  api.get('/openapi.json', async (c) => c.json(await openApiOfStore(c.get('ctx'))))
  api.get('/docs', async (c) => c.html(renderDocsPage(await openApiOfStore(c.get('ctx')))))
  api.all('*', (c) => sendNotFound(c, openApiDocument('').paths ?? {}))
  return api
}
