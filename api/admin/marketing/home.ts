import { z } from '@hono/zod-openapi'
import { findContent } from '#core/content/admin-content.server.ts'
import { type AdminContent, CONTENT_STATUSES, HomeFields } from '#core/content/content.ts'
import { HOME_ID } from '#core/content/content-path.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { saveDraft } from '#core/content/save-content.server.ts'
import type { Context } from '#core/context.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const { hero, showOffers, tiles, story } = HomeFields.shape
const { pictureId, ...heroFields } = hero.shape
const fields = {
  hero: z.object({ ...heroFields, picture_id: pictureId.describe('Null is the store’s own photograph') }),
  show_offers: showOffers,
  tiles,
  story,
}

const HomeResponse = z
  .object({
    ...fields,
    status: z.enum(CONTENT_STATUSES),
    version: z.int().describe('Rises with each change'),
    publish_at: z.iso.datetime().nullable(),
    published_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Home')
const HomeChange = z.strictObject({
  version: z.int().describe('The `version` that you read; if it changed since, the response is 409'),
  ...z.object(fields).partial().shape,
  published: z.literal(true).optional().describe('Publishes the draft with these changes'),
  publish_at: z.iso.datetime({ offset: true }).optional().describe('Publishes the draft at this time'),
})

const read = defineRoute('Admin', 'get', '/admin/home', {
  access: 'content.edit',
  summary: 'Retrieve the draft of the home page',
  responses: { 200: jsonResponse(HomeResponse, 'The home page') },
})
const change = defineRoute('Admin', 'patch', '/admin/home', {
  access: 'content.edit',
  summary: 'Save a draft of the home page, and publish or schedule it. All of it happens, or nothing.',
  request: jsonBody(HomeChange),
  responses: { 200: jsonResponse(HomeResponse, 'The home page'), ...errorResponses(400, 409) },
})

export const adminHome = createRouter()
  .openapi(read, async (c) => c.json(toHome(await findContent(c.get('ctx'), HOME_ID)), 200))
  .openapi(change, async (c) => c.json(toHome(await changeHome(c.get('ctx'), c.req.valid('json'))), 200))

async function changeHome(ctx: Context, input: z.infer<typeof HomeChange>): Promise<AdminContent> {
  const { version, published, publish_at: publishAt, ...changed } = input
  const before = toHome(await findContent(ctx, HOME_ID))
  const { hero: newHero, show_offers: offers, tiles: newTiles, story: newStory } = { ...before, ...changed }
  const { picture_id: picture, ...heroText } = newHero
  return ctx.db.transaction(async (tx) => {
    const tctx = { ...ctx, db: tx }
    const saved = await saveDraft(tctx, HOME_ID, {
      version,
      fields: {
        hero: { ...heroText, pictureId: picture },
        showOffers: offers,
        tiles: newTiles,
        story: newStory,
      },
    })
    if (publishAt) return publish(tctx, HOME_ID, { version: saved.version, at: new Date(publishAt) })
    return published ? publish(tctx, HOME_ID, { version: saved.version }) : saved
  })
}

function toHome({ content, ...item }: AdminContent): z.infer<typeof HomeResponse> {
  if (content.kind !== 'home') throw new Error('The home page has other content')
  const {
    hero: { pictureId: picture, ...heroText },
    ...rest
  } = content.fields
  return toResponse(HomeResponse, {
    ...toApiRow(item),
    hero: { ...heroText, picture_id: picture },
    show_offers: rest.showOffers,
    tiles: rest.tiles,
    story: rest.story,
  })
}
