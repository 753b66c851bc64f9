import { z } from '@hono/zod-openapi'
import { findContent, findVersion, listContent, listVersions } from '#core/content/admin-content.server.ts'
import {
  type AdminContent,
  CONTENT_STATUSES,
  type ContentVersion,
  contentPath,
  NAVIGATION,
} from '#core/content/content.ts'
import { publish, unpublish } from '#core/content/publish-content.server.ts'
import { createContent, restoreVersion, saveDraft } from '#core/content/save-content.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { toApiRow, toResponse } from '../codec/rows.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

type Kind = 'page' | 'post'

const body = z
  .looseObject({ type: z.literal('doc'), content: z.array(z.unknown()) })
  .describe('Structured text: a ProseMirror document with the nodes and marks of docs/content.md')
const fields = {
  title: z.string(),
  lead: z.string().optional().describe('Pages only: the large first paragraph'),
  description: z.string().describe('For search engines and previews'),
  author: z.string().optional().describe('Posts only'),
  picture_id: z.string().nullable().optional().describe('Posts only: the main picture, from Media'),
  body,
}
const slug = z.string().describe('The last part of its address; a change leaves a redirect')
const navigation = z.enum(NAVIGATION).describe('Where every page of the store links to it')

const summaryFields = {
  id: z.string(),
  title: z.string(),
  slug,
  path: z.string(),
  navigation,
  status: z
    .enum(CONTENT_STATUSES)
    .describe('`changed` is published, with a newer draft; `scheduled` will be published at `publish_at`'),
  version: z.int().describe('Rises with each change'),
  publish_at: z.iso.datetime().nullable(),
  published_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}
const Summary = z.object(summaryFields).openapi('ContentSummary')
const Item = z.object({ ...summaryFields, ...fields }).openapi('Content')

const NewItem = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  slug: slug.optional(),
  navigation: navigation.optional(),
})
const ItemChange = z.strictObject({
  version: z.int().describe('The `version` that you read; if it changed since, the response is 409'),
  ...NewItem.partial().shape,
  published: z
    .boolean()
    .optional()
    .describe('True publishes the draft with these changes; false takes the item off the store'),
  publish_at: z.iso.datetime({ offset: true }).optional().describe('Publishes the draft at this time'),
})
type ItemChange = z.infer<typeof ItemChange>

const versionFields = {
  number: z.int().describe('0 is the initial text of a page that is part of the store'),
  title: z.string(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
}
const Version = z.object(versionFields).openapi('ContentVersion')
const VersionWithText = z.object({ ...fields, ...versionFields }).openapi('ContentVersionText')
const Restore = z.strictObject({ version: z.int().describe('The `version` of the item that you read') })

const byNumber = {
  params: z.object({
    id: z.string().max(64),
    number: z.string().regex(/^\d{1,9}$/, 'Use a version’s number.'),
  }),
}
const byId = { params: z.object({ id: z.string().max(64) }) }

function contentRouter(kind: Kind) {
  const path = `/admin/${kind}s` as const
  const list = defineRoute('Admin', 'get', path, {
    access: 'content.edit',
    summary: `List ${kind}s, including drafts, last changed first`,
    request: { query: pageQuery.extend({ status: z.enum(CONTENT_STATUSES).optional() }) },
    responses: { 200: jsonResponse(pageResponse(Summary), `A page of ${kind}s`), ...errorResponses(400) },
  })
  const read = defineRoute('Admin', 'get', `${path}/{id}`, {
    access: 'content.edit',
    summary: `Retrieve the draft of a ${kind}`,
    request: byId,
    responses: { 200: jsonResponse(Item, `The ${kind}`), ...errorResponses(404) },
  })
  const create = defineRoute('Admin', 'post', path, {
    access: 'content.edit',
    summary: `Create a ${kind} as a draft`,
    request: jsonBody(NewItem),
    responses: { 201: jsonResponse(Item, `The ${kind}`), ...errorResponses(400) },
  })
  const change = defineRoute('Admin', 'patch', `${path}/{id}`, {
    access: 'content.edit',
    summary: `Save a draft of a ${kind}, and publish, schedule, or unpublish it. All of it happens, or nothing.`,
    request: { ...byId, ...jsonBody(ItemChange) },
    responses: { 200: jsonResponse(Item, `The ${kind}`), ...errorResponses(400, 404, 409) },
  })
  const versions = defineRoute('Admin', 'get', `${path}/{id}/versions`, {
    access: 'content.edit',
    summary: `List the versions of a ${kind}, newest first`,
    request: { ...byId, query: pageQuery },
    responses: {
      200: jsonResponse(pageResponse(Version), 'A page of versions'),
      ...errorResponses(400, 404),
    },
  })
  const readVersion = defineRoute('Admin', 'get', `${path}/{id}/versions/{number}`, {
    access: 'content.edit',
    summary: `Retrieve a version of a ${kind}`,
    request: byNumber,
    responses: { 200: jsonResponse(VersionWithText, 'The version'), ...errorResponses(400, 404) },
  })
  const restore = defineRoute('Admin', 'post', `${path}/{id}/versions/{number}/restore`, {
    access: 'content.edit',
    summary: `Save a version of a ${kind} as its new draft`,
    request: { ...byNumber, ...jsonBody(Restore) },
    responses: { 200: jsonResponse(Item, `The ${kind}`), ...errorResponses(400, 404, 409) },
  })
  return createRouter()
    .openapi(versions, async (c) => {
      const { id } = await findItem(c.get('ctx'), kind, c.req.valid('param').id)
      const { rows, next } = await listVersions(c.get('ctx'), id, c.req.valid('query'))
      return c.json({ data: rows.map(toVersion), next_cursor: next }, 200)
    })
    .openapi(readVersion, async (c) => {
      const { id, number } = c.req.valid('param')
      await findItem(c.get('ctx'), kind, id)
      const version = await findVersion(c.get('ctx'), id, Number(number))
      return c.json({ ...toVersion(version), ...toApiFields(version) }, 200)
    })
    .openapi(restore, async (c) => {
      const { id, number } = c.req.valid('param')
      await findItem(c.get('ctx'), kind, id)
      const { version } = c.req.valid('json')
      return c.json(toItem(await restoreVersion(c.get('ctx'), id, { version, number: Number(number) })), 200)
    })
    .openapi(list, async (c) => {
      const { status, ...query } = c.req.valid('query')
      const listQuery = { ...query, kind, ...(status && { filter: status }) }
      const { rows, next } = await listContent(c.get('ctx'), listQuery)
      return c.json({ data: rows.map(toSummary), next_cursor: next }, 200)
    })
    .openapi(read, async (c) =>
      c.json(toItem(await findItem(c.get('ctx'), kind, c.req.valid('param').id)), 200),
    )
    .openapi(create, async (c) => {
      const { slug: newSlug, navigation: place, ...input } = c.req.valid('json')
      const draft = { kind, fields: toFields(kind, input), slug: newSlug, navigation: place }
      return c.json(toItem(await createContent(c.get('ctx'), draft)), 201)
    })
    .openapi(change, async (c) => {
      const item = await findItem(c.get('ctx'), kind, c.req.valid('param').id)
      return c.json(toItem(await changeItem(c.get('ctx'), item, c.req.valid('json'))), 200)
    })
}

export const adminPages = contentRouter('page')
export const adminPosts = contentRouter('post')

async function findItem(ctx: Context, kind: Kind, id: string): Promise<AdminContent> {
  const item = await findContent(ctx, id)
  if (item.kind !== kind) throw new Refusal('not_found', `This ${kind} doesn’t exist.`)
  return item
}

async function changeItem(ctx: Context, item: AdminContent, input: ItemChange): Promise<AdminContent> {
  const { version, slug: newSlug, navigation: place, published, publish_at: publishAt, ...changed } = input
  return ctx.db.transaction(async (tx) => {
    const tctx = { ...ctx, db: tx }
    const draftFields = { ...toApiFields(item), ...changed }
    const draft = {
      version,
      fields: toFields(item.kind === 'post' ? 'post' : 'page', draftFields),
      slug: newSlug,
      navigation: place,
    }
    const saved = await saveDraft(tctx, item.id, draft)
    if (publishAt) return publish(tctx, item.id, { version: saved.version, at: new Date(publishAt) })
    if (published === undefined) return saved
    const change = published ? publish : unpublish
    return change(tctx, item.id, { version: saved.version })
  })
}

type ApiFields = Pick<ItemChange, 'title' | 'lead' | 'description' | 'author' | 'picture_id' | 'body'>

function toFields(
  kind: Kind,
  { title, lead, description, author, picture_id, body: text }: ApiFields,
): unknown {
  return kind === 'page'
    ? { title, lead: lead ?? '', description, body: text }
    : { title, description, author: author ?? '', pictureId: picture_id ?? null, body: text }
}

function toApiFields({ content }: Pick<AdminContent, 'content'>) {
  if (content.kind === 'home') throw new Error('The home page has no API')
  if (content.kind === 'page') return content.fields
  const { pictureId, ...rest } = content.fields
  return { ...rest, picture_id: pictureId }
}

function toSummary(item: Omit<AdminContent, 'content'>): z.infer<typeof Summary> {
  return toResponse(Summary, { ...toApiRow(item), path: contentPath(item) })
}

function toItem(item: AdminContent): z.infer<typeof Item> {
  return { ...toSummary(item), ...toApiFields(item) }
}

const toVersion = (version: ContentVersion) => toResponse(Version, toApiRow(version))
