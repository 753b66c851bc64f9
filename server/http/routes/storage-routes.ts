import { Hono, type Context as HonoContext } from 'hono'
import { receiveFiles } from '#api/multipart.ts'
import { readImportOptions } from '#core/catalog/import/product-import.ts'
import { uploadImport } from '#core/catalog/import/upload-import.server.ts'
import { DATA_IMPORT_KINDS, readDataImportOptions } from '#core/data-imports/data-import.ts'
import { uploadDataImport } from '#core/data-imports/upload-data-import.server.ts'
import { Refusal } from '#core/errors.ts'
import { saveUpload, storagePath } from '#core/media/save-upload.server.ts'
import { isBucket, UPLOAD_CACHE_SECONDS } from '#core/media/upload.ts'
import { findUpload } from '#core/media/uploads.server.ts'
import { canAccessAdmin } from '#core/permissions/policy.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { AppEnv } from '../app-env.ts'

// SVG files can contain scripts, which this policy blocks.
const UPLOAD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
const TEXT_TYPES = /^(text\/|image\/svg\+xml$)/
// Longer cookies are refused by browsers.
const MAX_ERROR_LENGTH = 300
const INLINE_TYPES = /^(image|video|audio|text)\//

/** Public files, and uploads from browsers without JavaScript. */
export function storageRoutes() {
  const routes = new Hono<AppEnv>()

  routes.on(['GET', 'HEAD'], '/public/:bucket/:path{.+}', async (c) => {
    const { ctx } = c.var
    const { bucket, path } = c.req.param()
    if (!isBucket(bucket)) return c.text('File not found.', 404)
    const upload = await findUpload(ctx, bucket, path).catch(undefinedIfRefused)
    const [, rangeStart, rangeEnd] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(c.req.header('range') ?? '') ?? []
    const requestedRange =
      rangeStart === undefined
        ? undefined
        : { start: Number(rangeStart), end: rangeEnd ? Number(rangeEnd) : undefined }
    const openedFile = upload && (await ctx.files.open(storagePath(upload), requestedRange))
    if (!upload || !openedFile) return c.text('File not found.', 404)
    const { body, bytes } = openedFile
    const headers = {
      'content-type': TEXT_TYPES.test(upload.type) ? `${upload.type}; charset=utf-8` : upload.type,
      'content-disposition': `${INLINE_TYPES.test(upload.type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(upload.name)}`,
      'content-security-policy': UPLOAD_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': `public, max-age=${UPLOAD_CACHE_SECONDS}`,
      'accept-ranges': 'bytes',
    }
    const servedRange = openedFile.range
    if (requestedRange && !servedRange)
      return c.body(null, 416, { ...headers, 'content-range': `bytes */${bytes}` })
    const size = servedRange ? servedRange.end - servedRange.start + 1 : bytes
    const sizedHeaders = { ...headers, 'content-length': String(size) }
    return servedRange
      ? c.body(body, 206, {
          ...sizedHeaders,
          'content-range': `bytes ${servedRange.start}-${servedRange.end}/${bytes}`,
        })
      : c.body(body, 200, sizedHeaders)
  })

  routes.post('/imports', (c) =>
    handleFormUpload(c, async (returnPath) => {
      const [id] = await receiveFiles(c.req.raw, ({ fields, ...file }) =>
        uploadImport(c.var.ctx, { ...file, options: readImportOptions(fields) }),
      )
      return `${returnPath}/${id}`
    }),
  )

  routes.post('/imports/:kind', (c) =>
    handleFormUpload(c, async (returnPath) => {
      const kind = DATA_IMPORT_KINDS.find((known) => known === c.req.param('kind'))
      if (!kind) return returnPath
      const [id] = await receiveFiles(c.req.raw, ({ fields, ...file }) =>
        uploadDataImport(c.var.ctx, kind, { ...file, options: readDataImportOptions(fields) }),
      )
      return `${returnPath}/${id}`
    }),
  )

  routes.post('/:bucket', (c) =>
    handleFormUpload(c, async (returnPath) => {
      const { bucket } = c.req.param()
      if (!isBucket(bucket)) return returnPath
      await receiveFiles(c.req.raw, (file) => saveUpload(c.var.ctx, { ...file, bucket }))
      c.var.cookies.set('notice', 'file-uploaded')
      return returnPath
    }),
  )
  return routes
}

/** Redirects back to the form's page, which shows why the upload was refused. A link can't show such a message. */
async function handleFormUpload(c: HonoContext<AppEnv>, receive: (returnPath: string) => Promise<string>) {
  const { ctx, cookies } = c.var
  if (!canAccessAdmin(ctx.actor)) return c.redirect('/admin/login', 303)
  const returnPath = sameSitePath(c.req.query('back'), '/admin')
  try {
    return c.redirect(await receive(returnPath), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn('upload refused', { requestId: ctx.requestId, reason: error.message })
    cookies.set('upload-error', error.message.slice(0, MAX_ERROR_LENGTH))
    return c.redirect(returnPath, 303)
  }
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
