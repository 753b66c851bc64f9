import { z } from '@hono/zod-openapi'
import { Email } from '#core/accounts/account.ts'
import { findProducts } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { toDecimal } from '#core/money.ts'
import { turnOffAlerts, turnOnAlerts } from '#core/wishlist/alerts.server.ts'
import { requestStockAlert } from '#core/wishlist/request-stock-alert.server.ts'
import {
  readWishlistSettings,
  sharedWishlistUrl,
  shareWishlist,
  stopSharingWishlist,
} from '#core/wishlist/share-wishlist.server.ts'
import { addToWishlist, findWishlist, removeFromWishlist } from '#core/wishlist/wishlist.server.ts'
import { ALERT_CONSENTS, MAX_WISHLIST_ITEMS } from '#core/wishlist/wishlist.ts'
import { listWishlistDemand } from '#core/wishlist/wishlist-demand.server.ts'
import { ProductResponse, toProductResponse } from './catalog/products.ts'
import { toApiRow } from './codec/rows.ts'
import { pageQuery, pageResponse } from './pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from './responses.ts'
import { createRouter } from './router.ts'

const WishlistItemResponse = z
  .object({
    product_id: z.string(),
    name: z.string(),
    added_at: z.iso.datetime(),
    added_price: z.number().describe('The price in US dollars when the product was added'),
    product: ProductResponse.nullable().describe('Null if it is no longer available'),
  })
  .openapi('WishlistItem')

const SettingsResponse = z
  .object({
    emails: z.boolean().describe('Whether the customer gets emails about products on the list'),
    shared_url: z
      .string()
      .nullable()
      .describe('Anyone with this link sees the list. Null if it isn’t shared'),
    shows_name: z.boolean().describe('Whether the shared list shows the first name'),
  })
  .openapi('WishlistSettings')

const DemandResponse = z
  .object({
    id: z.string().describe('Of the product'),
    name: z.string(),
    sku: z.string().nullable(),
    stock: z.int(),
    wishes: z.int().describe('Accounts that have it on their list'),
    waiting: z.int().describe('People who are emailed when it is back in stock'),
  })
  .openapi('WishlistDemand')

const ofProduct = { params: z.object({ product_id: z.string().max(64) }) }

const read = defineRoute('Wish list', 'get', '/wishlist', {
  access: 'customer',
  summary: 'Retrieve the wish list, newest first',
  responses: {
    200: jsonResponse(
      z.object({ data: z.array(WishlistItemResponse), next_cursor: z.null() }),
      `The products, at most ${MAX_WISHLIST_ITEMS}`,
    ),
  },
})
const add = defineRoute('Wish list', 'put', '/wishlist/{product_id}', {
  access: 'customer',
  summary: 'Add a product to the wish list; again changes nothing',
  request: ofProduct,
  responses: { ...NO_CONTENT, ...errorResponses(404, 409) },
})
const remove = defineRoute('Wish list', 'delete', '/wishlist/{product_id}', {
  access: 'customer',
  summary: 'Remove a product from the wish list; again changes nothing',
  request: ofProduct,
  responses: NO_CONTENT,
})
const readSettings = defineRoute('Wish list', 'get', '/profile/wishlist', {
  access: 'customer',
  summary: 'Retrieve the emails and the link of the wish list',
  responses: { 200: jsonResponse(SettingsResponse, 'The settings') },
})
const changeSettings = defineRoute('Wish list', 'patch', '/profile/wishlist', {
  access: 'customer',
  summary: 'Turn emails about the wish list on or off, share it, or revoke its link',
  request: jsonBody(
    z.strictObject({
      emails: z
        .boolean()
        .optional()
        .describe(`With true, the customer has to agree to “${ALERT_CONSENTS['wishlist-1']}”`),
      shared: z.boolean().optional().describe('With false, the link stops working'),
      shows_name: z.boolean().optional().describe('Only of a list that is or gets shared. By default, false'),
    }),
  ),
  responses: { 200: jsonResponse(SettingsResponse, 'The settings'), ...errorResponses(400) },
})
const notify = defineRoute('Wish list', 'post', '/products/{product_id}/stock-alerts', {
  access: 'public',
  operationId: 'requestStockAlert',
  summary: 'Email a confirmation link for an email when a sold-out product is back',
  description: 'The response is the same for every address. Only the link in the email asks for the alert.',
  request: { ...ofProduct, ...jsonBody(z.strictObject({ email: Email })) },
  responses: {
    202: jsonResponse(z.object({ message: z.string() }), 'Accepted'),
    ...errorResponses(400, 404, 409, 429),
  },
})
const demand = defineRoute('Admin', 'get', '/admin/wishlists', {
  access: 'products.view',
  operationId: 'listWishlistDemand',
  summary: 'List products by how many wish for them, or wait for them',
  request: {
    query: pageQuery.extend({
      sort: z.enum(['wishes', 'waiting']).default('wishes').describe('Most first'),
      stock: z.enum(['sold-out']).optional(),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(DemandResponse), 'A page of products'),
    ...errorResponses(400),
  },
})

export const wishlist = createRouter()
  .openapi(read, async (c) => {
    const ctx = c.get('ctx')
    const items = await findWishlist(ctx)
    const products = await findProducts(
      ctx,
      items.map(({ productId }) => productId),
    )
    const byId = new Map(products.map((product) => [product.id, toProductResponse(product, ctx.region)]))
    const data = items.map(({ productId, name, addedAt, addedPrice }) => ({
      product_id: productId,
      name,
      added_at: addedAt.toISOString(),
      added_price: toDecimal(addedPrice),
      product: byId.get(productId) ?? null,
    }))
    return c.json({ data, next_cursor: null }, 200)
  })
  .openapi(add, async (c) => {
    await addToWishlist(c.get('ctx'), c.req.valid('param').product_id)
    return c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    await removeFromWishlist(c.get('ctx'), c.req.valid('param').product_id)
    return c.body(null, 204)
  })
  .openapi(readSettings, async (c) => c.json(await settingsOf(c.get('ctx')), 200))
  .openapi(changeSettings, async (c) => {
    const ctx = c.get('ctx')
    const { emails, shared, shows_name: showsName } = c.req.valid('json')
    if (emails !== undefined) await (emails ? turnOnAlerts(ctx) : turnOffAlerts(ctx))
    if (shared === false) await stopSharingWishlist(ctx)
    else if (shared || (showsName !== undefined && (await readWishlistSettings(ctx)).shareToken))
      await shareWishlist(ctx, { showsName: showsName ?? (await readWishlistSettings(ctx)).showsName })
    return c.json(await settingsOf(ctx), 200)
  })
  .openapi(notify, async (c) => {
    const { product_id: productId } = c.req.valid('param')
    await requestStockAlert(c.get('ctx'), { productId, email: c.req.valid('json').email })
    return c.json({ message: 'Check your email to confirm your request.' }, 202)
  })
  .openapi(demand, async (c) => {
    const { stock, ...query } = c.req.valid('query')
    const { rows, next } = await listWishlistDemand(c.get('ctx'), { ...query, filter: stock })
    return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
  })

async function settingsOf(ctx: Context): Promise<z.infer<typeof SettingsResponse>> {
  const { hasAlerts, shareToken, showsName } = await readWishlistSettings(ctx)
  return {
    emails: hasAlerts,
    shared_url: shareToken && sharedWishlistUrl(ctx.settings.origin, shareToken),
    shows_name: showsName,
  }
}
