import { type APIRequestContext, expect } from '@playwright/test'
import { startApiSession } from '#core/accounts/sessions/issue-session.server.ts'
import { type Account, findVerifiedAccount, openAccount, sessionContext } from './account.ts'
import { findWellStockedProducts, type ListedProduct } from './cart-page.ts'

export const SHIPPING_ADDRESS = {
  firstName: 'Rosa',
  lastName: 'Quill',
  address: '12 Pear Lane',
  city: 'Albany',
  state: 'NY',
  zipCode: '12207',
  email: 'rosa@orchard.example',
  mobileNumber: '5185550142',
}

type RequestOptions = Pick<
  NonNullable<Parameters<APIRequestContext['fetch']>[1]>,
  'data' | 'multipart' | 'headers'
>
type ApiClient = (
  call: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`,
  options?: RequestOptions,
) => ReturnType<typeof sendRequest>

/** Calls the API as an account, or as a guest: `await api('GET /cart')`. */
export async function apiClient(request: APIRequestContext, account?: Account): Promise<ApiClient> {
  const authorization = account && `Bearer ${await accessToken(account)}`
  return (call, options = {}) =>
    sendRequest(request, call, {
      ...options,
      headers: { ...(authorization && { authorization }), ...options.headers },
    })
}

async function sendRequest(request: APIRequestContext, call: string, options: RequestOptions) {
  const [method, path] = call.split(' ')
  const response = await request.fetch(`/api/v1${path}`, { method, ...options })
  const text = await response.text()
  return { status: response.status(), body: text ? JSON.parse(text) : null, headers: response.headers() }
}

/** Without entering the password, because hashing it takes long on purpose. */
async function accessToken({ email }: Account): Promise<string> {
  return (await startApiSession(sessionContext(), await findVerifiedAccount(email))).accessToken
}

/** A new, confirmed customer. */
export async function customerClient(
  request: APIRequestContext,
): Promise<{ account: Account; api: ApiClient }> {
  const account = await openAccount()
  return { account, api: await apiClient(request, account) }
}

export const idempotencyKey = () => ({ 'idempotency-key': crypto.randomUUID() })

export async function placeTestOrder(request: APIRequestContext, api: ApiClient, quantity = 1) {
  const [product] = await findWellStockedProducts(request)
  const order = await api('POST /orders', {
    headers: idempotencyKey(),
    data: {
      items: [{ product_id: product.id, quantity }],
      shipping_address: SHIPPING_ADDRESS,
      region: 'US',
      payment: 'demo',
    },
  })
  expect(order).toMatchObject({ status: 201 })
  return { product, order: order.body }
}

export function startCardPayment(
  api: ApiClient,
  product: ListedProduct,
  overrides: Record<string, unknown> = {},
) {
  return api('POST /functions/create-stripe-checkout', {
    headers: idempotencyKey(),
    data: {
      items: [{ product_id: product.id, quantity: 1 }],
      // A new payment closes the older one of the same email.
      shipping_address: { ...SHIPPING_ADDRESS, email: `rosa-${crypto.randomUUID()}@orchard.example` },
      region: 'US',
      ...overrides,
    },
  })
}
