import { administration } from './administration.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { docsPage } from './docs-page.ts'
import { newDoor } from './door.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { products } from './products.ts'
import { profile } from './profile.ts'
import { quotes } from './quote.ts'
import { region } from './region.ts'
import { returns } from './returns.ts'
import { searching } from './search.ts'
import { webhooks } from './webhooks.ts'
import { refuseAddress } from './wrong-address.ts'

const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Eternal Beauty',
    version: '1',
    description:
      'The store’s public API. Money is shown as a decimal number and, beside it, as whole minor units with a currency. Errors are {error: {code, message, fields?}}.',
  },
}

const NOUNS = [
  products,
  region,
  searching,
  cart,
  quotes,
  orders,
  returns,
  payments,
  auth,
  profile,
  ...administration,
]

/** Door two: every noun's calls under one roof, and the papers that describe them. */
export function createApi(publicUrl: string) {
  const api = newDoor()
  for (const noun of NOUNS) api.route('/v1', noun)
  api.route('/webhooks', webhooks)
  const about = { ...ABOUT, servers: [{ url: `${publicUrl}/api` }] }
  let described: ReturnType<typeof api.getOpenAPI31Document> | undefined
  const describe = () => (described ??= api.getOpenAPI31Document(about))
  api.get('/openapi.json', (c) => c.json(describe()))
  api.get('/docs', (c) => c.html(docsPage(describe())))
  api.all('*', (c) => refuseAddress(c, describe().paths ?? {}))
  return api
}
