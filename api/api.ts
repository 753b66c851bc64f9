import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { Context } from '#core/context.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { avoidedIngredients } from './catalog/avoided-ingredients.ts'
import { categories } from './catalog/categories.ts'
import { collections } from './catalog/collections.ts'
import { families } from './catalog/families.ts'
import { ingredients } from './catalog/ingredients.ts'
import { products } from './catalog/products.ts'
import { reviews } from './catalog/reviews.ts'
import { samples } from './catalog/samples.ts'
import { searchApi } from './catalog/search.ts'
import { renderDocsPage } from './document/docs-page.ts'
import { SECURITY_SCHEMES } from './document/document-access.ts'
import { giftCards } from './gift-cards.ts'
import { importedOrders } from './imported-orders/imported-orders.ts'
import { myData } from './my-data.ts'
import { newsletter } from './newsletter.ts'
import { sendNotFound } from './not-found.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { avoidList } from './profile/avoid-list.ts'
import { savedPaymentMethods } from './profile/payment-methods.ts'
import { profile } from './profile/profile.ts'
import { wishlist } from './profile/wishlist.ts'
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
      'The store’s public API. Prices are decimal numbers and also come as an amount in minor units with a currency. Errors have the form {error: {code, message, fields?}}. Programs send an API key or an account’s access token in the header `Authorization: Bearer …`. Pages on other sites can read products, families, categories, collections, ingredients, and the search.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: [
    { name: 'Products', description: 'The published catalog.' },
    { name: 'Search', description: 'Search results and suggestions.' },
    { name: 'Regions', description: 'The visitor’s region, which decides the currency.' },
    { name: 'Cart', description: 'The cart of an account.' },
    { name: 'Wish list', description: 'The wish list of an account, and emails about products.' },
    { name: 'Checkout', description: 'Quotes and card payments, also for guests.' },
    { name: 'Orders', description: 'An account’s orders and returns.' },
    { name: 'Accounts', description: 'Sign-up, sign-in, and access tokens.' },
    { name: 'Profile', description: 'An account’s own data.' },
    { name: 'Admin', description: 'The back office, for staff and API keys.' },
    { name: 'Integrations', description: 'API keys and webhooks.' },
    { name: 'Storage', description: 'Files of the back office.' },
  ],
}

/** What is the same for everybody, so that pages on other origins can read it. */
const CATALOG_PATHS = [
  '/v1/products/*',
  '/v1/families/*',
  '/v1/categories',
  '/v1/collections',
  '/v1/collections/*',
  '/v1/ingredients/*',
  '/v1/search/*',
  '/openapi.json',
]
const setCors = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: ['ETag'],
  maxAge: 86_400,
})

/** Before the response exists, `cors` sets headers of an empty one, and copying them takes a tenth of a shared read. */
const allowOtherOrigins = createMiddleware(async (c, next) => {
  if (c.req.method === 'OPTIONS') return setCors(c, next)
  await next()
  await setCors(c, async () => {})
})

const ROUTERS = [
  giftCards,
  // Before the products and ingredients by ID.
  avoidedIngredients,
  products,
  families,
  categories,
  collections,
  ingredients,
  reviews,
  region,
  searchApi,
  cart,
  quotes,
  orders,
  importedOrders,
  returns,
  payments,
  auth,
  profile,
  avoidList,
  savedPaymentMethods,
  samples,
  wishlist,
  myData,
  newsletter,
  ...adminRoutes,
]

export function createApi(publicUrl: string) {
  const api = createRouter()
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  for (const path of CATALOG_PATHS) api.use(path, allowOtherOrigins)
  for (const router of ROUTERS) api.route('/v1', router)
  api.route('/webhooks', webhooks)
  let document: ReturnType<typeof api.getOpenAPI31Document> | undefined
  const openApiDocument = (info: { title: string; contact?: { email: string } }) => {
    const servers = [{ url: `${publicUrl}/api` }]
    document ??= api.getOpenAPI31Document({ ...OPENAPI, info: { ...OPENAPI.info, ...info }, servers })
    return { ...document, info: { ...document.info, ...info } }
  }
  const openApiOfStore = async (ctx: Context) => {
    const { name, support } = await readStoreIdentity(ctx)
    return openApiDocument({ title: name, contact: { email: support.email } })
  }
  api.get('/openapi.json', async (c) => c.json(await openApiOfStore(c.get('ctx'))))
  api.get('/docs', async (c) => c.html(renderDocsPage(await openApiOfStore(c.get('ctx')))))
  api.all('*', (c) => sendNotFound(c, openApiDocument({ title: '' }).paths ?? {}))
  return api
}
