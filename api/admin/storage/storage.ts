import { z } from '@hono/zod-openapi'
import { saveUpload } from '#core/media/save-upload.server.ts'
import { BUCKETS, LIST_LIMIT } from '#core/media/upload.ts'
import { listFolder, removeUpload } from '#core/media/uploads.server.ts'
import { receiveFiles } from '../../multipart.ts'
import { defineRoute, errorResponses, jsonResponse, NO_CONTENT } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { FileResponse, requireBucket, toFileResponse } from './storage-responses.ts'

const bucketParams = z.object({ bucket: z.enum(BUCKETS) })

const list = defineRoute('Storage', 'get', '/storage/{bucket}', {
  operationId: 'listFiles',
  access: 'media.edit',
  summary: 'List the files in a bucket',
  request: {
    params: bucketParams,
    query: z.object({
      prefix: z.string().max(200).default(''),
      limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      sort: z
        .enum(['name', 'created_at'])
        .default('name')
        .describe('`created_at` lists the newest files first'),
    }),
  },
  responses: {
    200: jsonResponse(z.object({ data: z.array(FileResponse), next_cursor: z.null() }), 'The files'),
    ...errorResponses(400),
  },
})
const upload = defineRoute('Storage', 'post', '/storage/{bucket}', {
  operationId: 'uploadFile',
  access: 'media.edit',
  summary: 'Upload a file of up to 100 MB; its type is detected from its content',
  request: {
    params: bucketParams,
    body: {
      required: true,
      content: {
        'multipart/form-data': { schema: z.object({ file: z.string().openapi({ format: 'binary' }) }) },
      },
    },
  },
  responses: { 201: jsonResponse(FileResponse, 'The file'), ...errorResponses(400, 404) },
})
const remove = defineRoute('Storage', 'delete', '/storage/{bucket}/{path}', {
  operationId: 'deleteFile',
  access: 'media.edit',
  summary: 'Delete a file; the path may contain slashes',
  request: { params: bucketParams.extend({ path: z.string() }) },
  responses: { ...NO_CONTENT, ...errorResponses(400, 404) },
})

export const storage = createRouter().openapi(list, async (c) => {
  const files = await listFolder(c.get('ctx'), c.req.valid('param').bucket, c.req.valid('query'))
  return c.json(
    { data: files.map((file) => toFileResponse(file, c.get('ctx').settings.origin)), next_cursor: null },
    200,
  )
})

// Documented here, but parsed by hand: a validator would hold the whole file in memory, and paths contain slashes.
storage.openAPIRegistry.registerPath(upload)
storage.openAPIRegistry.registerPath(remove)

storage.post('/storage/:bucket', upload.middleware, async (c) => {
  const ctx = c.get('ctx')
  const bucket = requireBucket(c.req.param('bucket'))
  const [savedFile] = await receiveFiles(c.req.raw, (file) => saveUpload(ctx, { ...file, bucket }))
  if (!savedFile) throw new Error('A file was received but not saved')
  return c.json(toFileResponse(savedFile, ctx.settings.origin), 201)
})

storage.delete('/storage/:bucket/:path{[^]+}', remove.middleware, async (c) => {
  const ctx = c.get('ctx')
  await removeUpload(ctx, requireBucket(c.req.param('bucket')), c.req.param('path'))
  return c.body(null, 204)
})
