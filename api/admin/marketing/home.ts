import { z } from '@hono/zod-openapi'
import { findContent } from '#core/content/admin-content.server.ts'
import { type AdminContent, CONTENT_STATUSES, HomeFields, NO_LINK } from '#core/content/content.ts'
import { HOME_ID } from '#core/content/content-path.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { saveDraft } from '#core/content/save-content.server.ts'
import type { Context } from '#core/context.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const { sections, blocks, schedules, hero, showOffers, tiles, story } = HomeFields.shape
const { pictureId, link, ...heroTexts } = hero.shape
const { label, text } = story.shape
const { pictureId: blockPicture, ...blockFields } = blocks.unwrap().element.shape
const storyPicture = pictureId.describe('Null is no picture')
const fields = {
  sections: sections
    .unwrap()
    .describe(
      'The order below the hero: any of `offers`, `products`, `story`, `categories`, and `tiles`, and the ID of each block',
    ),
  blocks: z
    .array(
      z.object({
        ...blockFields,
        label: blockFields.label.default(''),
        text: blockFields.text.default(''),
        link: blockFields.link.default(NO_LINK),
        picture_id: blockPicture.default(null),
      }),
    )
    .describe('Sections that you add, each with an ID of its own'),
  schedules: schedules.unwrap().describe('By section: from when until when it is shown. Without one, always'),
  hero: z.object({
    ...heroTexts,
    link,
    picture_id: pictureId.describe('Null is the store’s own photograph'),
  }),
  show_offers: showOffers,
  tiles,
  story: z.object({ label, text, link, picture_id: storyPicture }),
}
const changedFields = z.object({
  ...fields,
  story: z
    .object({ label, text, link: link.optional(), picture_id: storyPicture.optional() })
    .describe('Without a link or a picture, the story keeps its own'),
})

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
  ...changedFields.partial().shape,
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
  const home = { ...before, ...changed, story: { ...before.story, ...changed.story } }
  return ctx.db.transaction(async (tx) => {
    const tctx = { ...ctx, db: tx }
    const saved = await saveDraft(tctx, HOME_ID, {
      version,
      fields: {
        ...home,
        blocks: home.blocks.map(fromApiPicture),
        hero: fromApiPicture(home.hero),
        showOffers: home.show_offers,
        story: fromApiPicture(home.story),
      },
    })
    if (publishAt) return publish(tctx, HOME_ID, { version: saved.version, at: new Date(publishAt) })
    return published ? publish(tctx, HOME_ID, { version: saved.version }) : saved
  })
}

function toHome({ content, ...item }: AdminContent): z.infer<typeof HomeResponse> {
  if (content.kind !== 'home') throw new Error('The home page has other content')
  return toResponse(HomeResponse, {
    ...toApiRow(item),
    ...content.fields,
    blocks: content.fields.blocks.map(toApiPicture),
    hero: toApiPicture(content.fields.hero),
    show_offers: content.fields.showOffers,
    story: toApiPicture(content.fields.story),
  })
}

function toApiPicture<Fields extends { pictureId: string | null }>(section: Fields) {
  const { pictureId: id, ...others } = section
  return { ...others, picture_id: id }
}

function fromApiPicture<Fields extends { picture_id: string | null }>(section: Fields) {
  const { picture_id: id, ...others } = section
  return { ...others, pictureId: id }
}
