import { z } from '@hono/zod-openapi'
import { Refusal } from '#core/errors.ts'
import { BUCKETS } from '#core/media/upload.ts'
import { finishUpload, uploadedBytes, writePart } from '#core/media/upload-parts.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { FileResponse, requireBucket, toFileResponse } from './storage-responses.ts'

const path = '/storage/{bucket}/parts/{upload}'
const params = z.object({
  bucket: z.enum(BUCKETS),
  upload: z.string().describe('An ID that you choose for this upload, such as a UUID'),
})
const UploadOffset = z.object({ offset: z.number().int() })

const readOffset = defineRoute('Storage', 'get', path, {
  summary: 'Retrieve how many bytes of an upload have been received, to resume it',
  request: { params },
  responses: {
    200: jsonResponse(UploadOffset, 'The number of bytes received'),
    ...errorResponses(401, 403, 404),
  },
})
const appendPart = defineRoute('Storage', 'put', path, {
  summary: 'Append bytes to an upload; a wrong offset fails with 409 and the right one in `fields.offset`',
  request: {
    params,
    query: z.object({ offset: z.string() }),
    body: { required: true, content: { 'application/octet-stream': { schema: z.string() } } },
  },
  responses: {
    200: jsonResponse(UploadOffset, 'The number of bytes received so far'),
    ...errorResponses(400, 401, 403, 404, 409, 503),
  },
})
const CompletedUpload = z.object({ name: z.string().min(1).max(1000), bytes: z.number().int().positive() })
const complete = defineRoute('Storage', 'post', path, {
  summary: 'Complete an upload and store the file',
  request: { params, body: { required: true, content: { 'application/json': { schema: CompletedUpload } } } },
  responses: { 201: jsonResponse(FileResponse, 'The file'), ...errorResponses(400, 401, 403, 404, 409, 503) },
})

export const storageParts = createRouter()

// Documented here, but parsed by hand: permission is checked before the body is read.
for (const route of [readOffset, appendPart, complete]) storageParts.openAPIRegistry.registerPath(route)

storageParts.get('/storage/:bucket/parts/:upload', async (c) => {
  requireBucket(c.req.param('bucket'))
  return c.json({ offset: await uploadedBytes(c.get('ctx'), c.req.param('upload')) }, 200)
})

storageParts.put('/storage/:bucket/parts/:upload', async (c) => {
  const ctx = c.get('ctx')
  requirePermission(ctx.actor, 'media.edit')
  requireBucket(c.req.param('bucket'))
  const { body } = c.req.raw
  if (!body) throw new Refusal('invalid_input', 'Send the next bytes as the request body.')
  const offset = Number(c.req.query('offset') || Number.NaN)
  const chunk = { offset, body: body as unknown as AsyncIterable<Uint8Array> }
  return c.json({ offset: await writePart(ctx, c.req.param('upload'), chunk) }, 200)
})

storageParts.post('/storage/:bucket/parts/:upload', async (c) => {
  const ctx = c.get('ctx')
  requirePermission(ctx.actor, 'media.edit')
  const bucket = requireBucket(c.req.param('bucket'))
  const parsed = CompletedUpload.safeParse(await c.req.json().catch(() => undefined))
  if (!parsed.success) throw new Refusal('invalid_input', 'Send the file’s `name` and its size in `bytes`.')
  const savedFile = await finishUpload(ctx, { ...parsed.data, bucket, upload: c.req.param('upload') })
  return c.json(toFileResponse(savedFile, ctx.settings.origin), 201)
})
