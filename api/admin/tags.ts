import { z } from '@hono/zod-openapi'
import { findCustomer } from '#core/customers/customer.server.ts'
import {
  addCustomerNote,
  findCustomerTags,
  listCustomerNotes,
  setCustomerTags,
} from '#core/customers/tags/customer-tags.server.ts'
import { addOrderNote, listOrderNotes } from '#core/orders/admin/order-notes.server.ts'
import { findOrderTags, findOrderToTag, setOrderTags } from '#core/orders/admin/order-tags.server.ts'
import { findOrderSource } from '#core/orders/sources/find-order-source.server.ts'
import { toApiRow } from '../codec/rows.ts'
import { byId } from '../order-schema.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const Tags = z.array(z.string()).describe('Up to 10 of up to 30 characters; case doesn’t matter')
const NoteList = z.array(
  z.object({ id: z.int(), note: z.string(), by: z.string().nullable(), at: z.iso.datetime() }),
)
const Organization = z.object({ tags: Tags, notes: NoteList }).openapi('Organization')
const OrderOrganization = Organization.extend({
  source: z
    .object({
      source: z.string().nullable(),
      medium: z.string().nullable(),
      campaign: z.string().nullable(),
      ref: z.string().nullable(),
      referrer: z.string().nullable(),
    })
    .nullable()
    .describe('Where the visit that led to the order came from; null if it came directly or it is unknown'),
}).openapi('OrderOrganization')

const commonErrors = errorResponses(400, 404)
const tagsBody = jsonBody(z.object({ tags: Tags }))
const tagsResponse = { 200: jsonResponse(z.object({ tags: Tags }), 'The tags'), ...commonErrors }
const noteBody = jsonBody(z.object({ note: z.string() }))
const notesResponse = { 201: jsonResponse(z.object({ notes: NoteList }), 'All notes'), ...commonErrors }

const readOrder = defineRoute('Admin', 'get', '/admin/orders/{id}/organization', {
  access: 'orders.view',
  summary: 'Retrieve the tags, notes, and source of an order',
  request: byId,
  responses: { 200: jsonResponse(OrderOrganization, 'Tags, notes, and source'), ...commonErrors },
})
const tagOrder = defineRoute('Admin', 'put', '/admin/orders/{id}/tags', {
  access: 'orders.edit',
  summary: 'Replace the tags of an order',
  request: { ...byId, ...tagsBody },
  responses: tagsResponse,
})
const noteOrder = defineRoute('Admin', 'post', '/admin/orders/{id}/notes', {
  access: 'orders.note',
  summary: 'Add a note to an order, which customers never see',
  request: { ...byId, ...noteBody },
  responses: notesResponse,
})
const readCustomer = defineRoute('Admin', 'get', '/admin/profiles/{id}/organization', {
  access: 'customers.view',
  summary: 'Retrieve the tags and notes of a customer',
  request: byId,
  responses: { 200: jsonResponse(Organization, 'Tags and notes'), ...commonErrors },
})
const tagCustomer = defineRoute('Admin', 'put', '/admin/profiles/{id}/tags', {
  access: 'customers.edit',
  summary: 'Replace the tags of a customer',
  request: { ...byId, ...tagsBody },
  responses: tagsResponse,
})
const noteCustomer = defineRoute('Admin', 'post', '/admin/profiles/{id}/notes', {
  access: 'customers.edit',
  summary: 'Add a note about a customer, which is in the customer’s data export',
  request: { ...byId, ...noteBody },
  responses: notesResponse,
})

export const adminTags = createRouter()
  .openapi(readOrder, async (c) => {
    const ctx = c.get('ctx')
    const { id } = await findOrderToTag(ctx, c.req.valid('param').id)
    const [{ tags }, notes, source] = await Promise.all([
      findOrderTags(ctx, id),
      listOrderNotes(ctx, id),
      findOrderSource(ctx, id),
    ])
    return c.json({ tags, notes: notes.map(toApiRow), source }, 200)
  })
  .openapi(tagOrder, async (c) => {
    const ctx = c.get('ctx')
    const { id } = await findOrderToTag(ctx, c.req.valid('param').id)
    return c.json({ tags: await setOrderTags(ctx, id, c.req.valid('json').tags) }, 200)
  })
  .openapi(noteOrder, async (c) => {
    const ctx = c.get('ctx')
    const { id } = await findOrderToTag(ctx, c.req.valid('param').id)
    await addOrderNote(ctx, id, c.req.valid('json').note)
    return c.json({ notes: (await listOrderNotes(ctx, id)).map(toApiRow) }, 201)
  })
  .openapi(readCustomer, async (c) => {
    const ctx = c.get('ctx')
    const { profile } = await findCustomer(ctx, c.req.valid('param').id)
    const [{ tags }, notes] = await Promise.all([
      findCustomerTags(ctx, profile.id),
      listCustomerNotes(ctx, profile.id),
    ])
    return c.json({ tags, notes: notes.map(toApiRow) }, 200)
  })
  .openapi(tagCustomer, async (c) => {
    const { id } = c.req.valid('param')
    return c.json({ tags: await setCustomerTags(c.get('ctx'), id, c.req.valid('json').tags) }, 200)
  })
  .openapi(noteCustomer, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    await addCustomerNote(ctx, id, c.req.valid('json').note)
    return c.json({ notes: (await listCustomerNotes(ctx, id)).map(toApiRow) }, 201)
  })
