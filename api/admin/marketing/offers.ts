import { z } from '@hono/zod-openapi'
import { changeOffer, createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { OFFER_KINDS, OFFER_SCOPES } from '#core/offers/offer.ts'
import { OfferDraft } from '#core/offers/offer-draft.ts'
import { type AdminOffer, findAdminOffer, listOffers, OFFER_STATES } from '#core/offers/offer-list.server.ts'
import { fromApiBody, toApiRow, toApiShape, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const OfferResponse = z
  .object({
    id: z.string(),
    code: z.string().nullable().describe('Null if the offer applies by itself'),
    title: z.string(),
    kind: z.enum(OFFER_KINDS),
    value: z.int().describe('In hundredths of a percent, or in US cents. 0 if the kind has none'),
    minimum: z.int().describe('The minimum subtotal before discounts, in US cents'),
    scope: z.enum(OFFER_SCOPES),
    scope_ids: z.array(z.string()).describe('IDs of the categories, families, or products that it is on'),
    scope_names: z.array(z.string()),
    first_order_only: z.boolean(),
    reduces_prices: z
      .boolean()
      .describe('Whether it changes prices in the catalog, instead of the total of an order'),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime().nullable(),
    total_limit: z.int().nullable(),
    customer_limit: z.int().nullable(),
    state: z.enum(OFFER_STATES),
    uses: z.int().describe('Paid orders and test orders, without cancelled and refunded ones'),
    created_at: z.iso.datetime(),
  })
  .openapi('Offer')

const {
  endsAt: _,
  startsAt: __,
  scopeIds,
  firstOrderOnly,
  minimum,
  totalLimit,
  customerLimit,
  ...shape
} = OfferDraft.shape
const NewOffer = z.strictObject({
  ...shape,
  ...toApiShape({
    minimum: minimum.default(0),
    totalLimit: totalLimit.default(null),
    customerLimit: customerLimit.default(null),
    scopeIds,
    firstOrderOnly,
  }),
  starts_at: z.iso.datetime({ offset: true }).nullable().default(null),
  ends_at: z.iso
    .datetime({ offset: true })
    .refine((time) => Date.parse(time) > Date.now(), 'Choose an end date in the future.')
    .nullable()
    .default(null),
})
const OfferChange = z
  .strictObject({
    active: z.boolean(),
    title: shape.title,
    ends_at: z.iso.datetime({ offset: true }).nullable(),
  })
  .partial()
const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/offers', {
  access: 'offers.edit',
  summary: 'List offers, newest first',
  request: { query: pageQuery.extend({ state: z.enum(OFFER_STATES).optional() }) },
  responses: { 200: jsonResponse(pageResponse(OfferResponse), 'A page of offers'), ...errorResponses(400) },
})
const create = defineRoute('Admin', 'post', '/admin/offers', {
  access: 'offers.edit',
  summary: 'Create an offer, which runs at once or from its start',
  description:
    'Without a code, the offer applies by itself. At most one offer applies to an order: the best one for the shopper.',
  request: jsonBody(NewOffer),
  responses: { 201: jsonResponse(OfferResponse, 'The offer'), ...errorResponses(400) },
})
const change = defineRoute('Admin', 'patch', '/admin/offers/{id}', {
  access: 'offers.edit',
  summary: 'Stop or resume an offer, or change its title or its end',
  request: { ...byId, ...jsonBody(OfferChange) },
  responses: { 200: jsonResponse(OfferResponse, 'The offer'), ...errorResponses(400, 404) },
})

export const adminOffers = createRouter()
  .openapi(list, async (c) => {
    const { state, ...query } = c.req.valid('query')
    const { rows, next } = await listOffers(c.get('ctx'), { ...query, filter: state })
    return c.json({ data: rows.map(toOffer), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => {
    const { starts_at: startsAt, ends_at: endsAt, ...draft } = c.req.valid('json')
    const dates = { startsAt: startsAt && new Date(startsAt), endsAt: endsAt && new Date(endsAt) }
    const id = await withApiFields(() => createOffer(c.get('ctx'), { ...fromApiBody(draft), ...dates }))
    return c.json(toOffer(await findAdminOffer(c.get('ctx'), id)), 201)
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    const { active, title, ends_at: endsAt } = c.req.valid('json')
    const change = {
      ...(title !== undefined && { title }),
      ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }),
    }
    if (Object.keys(change).length) await withApiFields(() => changeOffer(c.get('ctx'), id, change))
    if (active !== undefined) await setOfferActive(c.get('ctx'), id, active)
    return c.json(toOffer(await findAdminOffer(c.get('ctx'), id)), 200)
  })

const toOffer = (offer: AdminOffer) => toResponse(OfferResponse, toApiRow(offer))
