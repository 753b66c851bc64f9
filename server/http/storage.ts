import { Hono, type Context as HonoContext } from 'hono'
import { receiveFiles } from '#api/multipart.ts'
import { checkImport } from '#core/catalog/check-import.server.ts'
import { readImportOptions } from '#core/catalog/import.ts'
import { Refusal } from '#core/errors.ts'
import { saveUpload, storagePath } from '#core/media/keep-upload.server.ts'
import { isBucket, UPLOAD_CACHE_SECONDS } from '#core/media/upload.ts'
import { findUpload } from '#core/media/uploads.server.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { ShellEnv } from './shell.ts'

/** A picture that is a document can hold a script: here it is asked by nobody's session, and runs none. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
const SHOWN = /^(image|video|audio|text)\//

/** Uploaded files for whoever has their address, and the form of browsers without scripts. */
export function storageRoutes() {
  const routes = new Hono<ShellEnv>()

  routes.on(['GET', 'HEAD'], '/public/:bucket/:path{.+}', async (c) => {
    const { ctx } = c.var
    const { bucket, path } = c.req.param()
    if (!isBucket(bucket)) return c.text('There is no such file.', 404)
    const upload = await findUpload(ctx, bucket, path).catch(refused)
    const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(c.req.header('range') ?? '') ?? []
    const span = from === undefined ? undefined : { start: Number(from), end: to ? Number(to) : undefined }
    const opened = upload && (await ctx.files.open(storagePath(upload), span))
    if (!upload || !opened) return c.text('There is no such file.', 404)
    const { body, bytes } = opened
    const headers = {
      'content-type': upload.type === 'text/plain' ? 'text/plain; charset=utf-8' : upload.type,
      'content-disposition': `${SHOWN.test(upload.type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(upload.name)}`,
      'content-security-policy': HARMLESS,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': `public, max-age=${UPLOAD_CACHE_SECONDS}`,
      'accept-ranges': 'bytes',
    }
    const part = opened.range
    if (span && !part) return c.body(null, 416, { ...headers, 'content-range': `bytes */${bytes}` })
    const size = part ? part.end - part.start + 1 : bytes
    const sized = { ...headers, 'content-length': String(size) }
    return part
      ? c.body(body, 206, { ...sized, 'content-range': `bytes ${part.start}-${part.end}/${bytes}` })
      : c.body(body, 200, sized)
  })

  routes.post('/imports', (c) =>
    receiveFrom(c, async (back) => {
      const [id] = await receiveFiles(c.req.raw, ({ fields, ...file }) =>
        checkImport(c.var.ctx, { ...file, options: readImportOptions(fields) }),
      )
      return `${back}/${id}`
    }),
  )

  routes.post('/:bucket', (c) =>
    receiveFrom(c, async (back) => {
      const { bucket } = c.req.param()
      if (!isBucket(bucket)) return back
      await receiveFiles(c.req.raw, (file) => saveUpload(c.var.ctx, { ...file, bucket }))
      c.var.browser.set('notice', 'file-uploaded')
      return back
    }),
  )
  return routes
}

/** A form with files, sent by a browser without scripts: back to its page, with what was refused in the address. */
async function receiveFrom(c: HonoContext<ShellEnv>, receive: (back: string) => Promise<string>) {
  const { ctx } = c.var
  if (ctx.actor.kind !== 'user' || ctx.actor.role !== 'admin') return c.redirect('/admin/login', 303)
  const back = sameSitePath(c.req.query('back'), '/admin')
  try {
    return c.redirect(await receive(back), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn('upload refused', { requestId: ctx.requestId, why: error.message })
    const refusedBack = new URL(back, ctx.settings.origin)
    refusedBack.searchParams.set('refused', error.message)
    return c.redirect(refusedBack.pathname + refusedBack.search, 303)
  }
}

function refused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
