import { z } from '@hono/zod-openapi'
import { GIFT_CARD_STATES } from '#core/gift-cards/gift-card.ts'
import {
  type AdminGiftCard,
  findAdminGiftCard,
  GIFT_CARD_FILTERS,
  listGiftCards,
  listMovements,
  MOVEMENT_REASONS,
} from '#core/gift-cards/gift-card-list.server.ts'
import {
  adjustGiftCard,
  changeStoreCredit,
  issueGiftCard,
  NewGiftCard,
  replaceCode,
  setGiftCardEnabled,
} from '#core/gift-cards/manage-gift-cards.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const GiftCardResponse = z
  .object({
    id: z.string(),
    kind: z.enum(['code', 'credit']).describe('`credit` is the store credit of an account, without a code'),
    last4: z.string().nullable(),
    currency: z.enum(CURRENCIES),
    state: z.enum(GIFT_CARD_STATES),
    balance: z.int().describe('In minor units'),
    initial: z.int().describe('In minor units: what it was issued or sold with'),
    expires_at: z.iso.datetime().nullable(),
    account_id: z.string().nullable(),
    recipient_name: z.string().nullable(),
    recipient_email: z.string().nullable(),
    sender_name: z.string().nullable(),
    message: z.string().nullable(),
    send_at: z.iso.datetime().nullable(),
    sent_at: z.iso.datetime().nullable(),
    order_number: z.string().nullable().describe('The order that it was sold with'),
    created_at: z.iso.datetime(),
  })
  .openapi('GiftCard')
const WithCode = GiftCardResponse.extend({
  code: z.string().describe('Only in this response: the store has only its hash'),
})
const MovementResponse = z
  .object({
    id: z.string(),
    change: z.int().describe('In minor units'),
    reason: z.enum(MOVEMENT_REASONS),
    note: z.string().nullable(),
    order_number: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi('GiftCardMovement')

const byId = { params: z.object({ id: z.string().max(64) }) }
const { amount, currency, recipient, recipientName, message, note } = NewGiftCard.shape
const NewCard = z.strictObject({
  amount: amount.describe('In minor units'),
  currency,
  recipient: recipient.describe('The email address that gets the card at once'),
  recipient_name: recipientName,
  message,
  note: note.describe('Only staff see it'),
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
})
const change = z.int().describe('In minor units: positive adds to the balance')
const reason = z.string().max(500).describe('Only staff see it')

const list = defineRoute('Admin', 'get', '/admin/gift-cards', {
  access: 'gift-cards.edit',
  summary: 'List gift cards and store credit, newest first',
  request: {
    query: pageQuery.extend({
      filter: z.enum(GIFT_CARD_FILTERS).optional(),
      q: z.string().max(200).optional(),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(GiftCardResponse), 'A page of gift cards'),
    ...errorResponses(400),
  },
})
const issue = defineRoute('Admin', 'post', '/admin/gift-cards', {
  access: 'gift-cards.edit',
  summary: 'Issue a gift card',
  description: 'With an `Idempotency-Key`, a repeated request gets the same card and code.',
  request: {
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
    ...jsonBody(NewCard),
  },
  responses: { 201: jsonResponse(WithCode, 'The gift card'), ...errorResponses(400, 422) },
})
const read = defineRoute('Admin', 'get', '/admin/gift-cards/{id}', {
  access: 'gift-cards.edit',
  summary: 'Retrieve a gift card',
  request: byId,
  responses: { 200: jsonResponse(GiftCardResponse, 'The gift card'), ...errorResponses(404) },
})
const enable = defineRoute('Admin', 'patch', '/admin/gift-cards/{id}', {
  access: 'gift-cards.edit',
  summary: 'Disable or enable a gift card',
  request: { ...byId, ...jsonBody(z.strictObject({ enabled: z.boolean() })) },
  responses: { 200: jsonResponse(GiftCardResponse, 'The gift card'), ...errorResponses(404) },
})
const adjust = defineRoute('Admin', 'post', '/admin/gift-cards/{id}/adjustments', {
  access: 'gift-cards.edit',
  operationId: 'adjustGiftCard',
  summary: 'Change the balance of a gift card',
  request: { ...byId, ...jsonBody(z.strictObject({ change, note: reason })) },
  responses: { 200: jsonResponse(GiftCardResponse, 'The gift card'), ...errorResponses(400, 404, 409) },
})
const movements = defineRoute('Admin', 'get', '/admin/gift-cards/{id}/movements', {
  access: 'gift-cards.edit',
  operationId: 'listGiftCardMovements',
  summary: 'List the changes of a gift card’s balance, newest first',
  request: { ...byId, query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(MovementResponse), 'A page of changes'),
    ...errorResponses(400, 404),
  },
})
const newCode = defineRoute('Admin', 'post', '/admin/gift-cards/{id}/code', {
  access: 'gift-cards.edit',
  operationId: 'replaceGiftCardCode',
  summary: 'Replace the code of a gift card; the former one stops working',
  request: byId,
  responses: { 200: jsonResponse(WithCode, 'The gift card'), ...errorResponses(404, 409) },
})
const giveCredit = defineRoute('Admin', 'post', '/admin/profiles/{id}/store-credit', {
  access: 'gift-cards.edit',
  operationId: 'changeStoreCredit',
  summary: 'Change the store credit of an account',
  request: { ...byId, ...jsonBody(z.strictObject({ change, currency, note: reason })) },
  responses: { 200: jsonResponse(GiftCardResponse, 'The store credit'), ...errorResponses(400, 404, 409) },
})

export const adminGiftCards = createRouter()
  .openapi(list, async (c) => {
    const { q: search, ...query } = c.req.valid('query')
    const { rows, next } = await listGiftCards(c.get('ctx'), { ...query, search })
    return c.json({ data: rows.map(toGiftCard), next_cursor: next }, 200)
  })
  .openapi(issue, async (c) => {
    const ctx = c.get('ctx')
    const { expires_at, recipient_name: recipientName, ...input } = c.req.valid('json')
    const draft = { ...input, recipientName, expiresAt: expires_at ? new Date(expires_at) : null }
    const { id, code } = await issueGiftCard(ctx, draft, c.req.valid('header')['idempotency-key'])
    return c.json({ ...toGiftCard(await findAdminGiftCard(ctx, id)), code }, 201)
  })
  .openapi(read, async (c) =>
    c.json(toGiftCard(await findAdminGiftCard(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(enable, async (c) => {
    const { id } = c.req.valid('param')
    await setGiftCardEnabled(c.get('ctx'), id, c.req.valid('json').enabled)
    return c.json(toGiftCard(await findAdminGiftCard(c.get('ctx'), id)), 200)
  })
  .openapi(adjust, async (c) => {
    const { id } = c.req.valid('param')
    await adjustGiftCard(c.get('ctx'), id, c.req.valid('json'))
    return c.json(toGiftCard(await findAdminGiftCard(c.get('ctx'), id)), 200)
  })
  .openapi(movements, async (c) => {
    const { id } = await findAdminGiftCard(c.get('ctx'), c.req.valid('param').id)
    const { rows, next } = await listMovements(c.get('ctx'), id, c.req.valid('query'))
    return c.json(
      { data: rows.map((row) => toResponse(MovementResponse, toApiRow(row))), next_cursor: next },
      200,
    )
  })
  .openapi(newCode, async (c) => {
    const { id } = c.req.valid('param')
    const { code } = await replaceCode(c.get('ctx'), id)
    return c.json({ ...toGiftCard(await findAdminGiftCard(c.get('ctx'), id)), code }, 200)
  })
  .openapi(giveCredit, async (c) => {
    const { id: userId } = c.req.valid('param')
    const id = await changeStoreCredit(c.get('ctx'), { userId, ...c.req.valid('json') })
    return c.json(toGiftCard(await findAdminGiftCard(c.get('ctx'), id)), 200)
  })

const toGiftCard = (card: AdminGiftCard) => toResponse(GiftCardResponse, toApiRow(card))
