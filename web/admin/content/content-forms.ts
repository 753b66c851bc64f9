import { findContent } from '#core/content/admin-content.server.ts'
import type { AdminContent } from '#core/content/content.ts'
import { deleteContent } from '#core/content/delete-content.server.ts'
import { publish, requireFuture, unpublish } from '#core/content/publish-content.server.ts'
import { createContent, restoreVersion, saveDraft } from '#core/content/save-content.server.ts'
import { parseWallClock } from '#core/dates.ts'
import { invalidInput } from '#core/errors.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { redirectWithFlash, replaceWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { type AdminContext, adminBasePath } from '../admin-context.ts'
import type { AdminForm, AdminFormArgs } from '../admin-route.ts'
import { emptyContent } from './empty-content.ts'
import { SECTION_FORMS } from './home/section-forms.ts'
import { readContentForm } from './read-content-form.ts'

/** Keyed by the path of each form in routes.ts. */
export const CONTENT_FORMS: Record<string, AdminForm> = {
  draft: async (args) => showSaved(args, await save(args), 'content-saved'),
  ...SECTION_FORMS,
  publish: async (args) => {
    const { id, version } = await save(args)
    return showSaved(args, await publish(args.ctx, id, { version }), 'content-published')
  },
  schedule: async (args) => {
    const at = await readTime(args)
    const { id, version } = await save(args)
    return showSaved(args, await publish(args.ctx, id, { version, at }), 'content-scheduled')
  },
  unpublish: async ({ ctx, params: { id = '' }, form }) => {
    await unpublish(ctx, id, { version: readVersion(form) })
    return 'content-unpublished'
  },
  'versions/:number/restore': async ({ ctx, params, form, context, url }) => {
    const number = Number(params.number)
    const { id, version } = await restoreVersion(ctx, params.id ?? '', { version: readVersion(form), number })
    // A different URL, so that the page shows the restored text instead of the one that was being edited.
    return replaceWithFlash(context, 'content-restored', `${screenPath(url, id)}?restored=${version}`)
  },
  delete: async ({ ctx, params: { id = '' }, form, context, url }) => {
    await deleteContent(ctx, id, { version: readVersion(form) })
    return redirectWithFlash(context, 'content-deleted', `${adminBasePath(url)}/content`)
  },
}

/** The kind of a new item is in the URL instead of an ID. */
export function newKind(id: string): 'page' | 'post' | undefined {
  return { 'new-page': 'page' as const, 'new-post': 'post' as const }[id]
}

async function save({ ctx, params: { id = '' }, form }: AdminFormArgs): Promise<AdminContent> {
  const kind = newKind(id)
  if (kind) {
    const { slug, ...draft } = readContentForm(form, emptyContent(kind), 'UTC')
    return createContent(ctx, { kind, ...draft, slug: slug || undefined })
  }
  const { content } = await findContent(ctx, id)
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  return saveDraft(ctx, id, { ...readContentForm(form, content, timeZone), version: readVersion(form) })
}

function showSaved({ context, params, url }: AdminFormArgs, { id }: AdminContent, notice: NoticeName) {
  return newKind(params.id ?? '') ? redirectWithFlash(context, notice, screenPath(url, id)) : notice
}

const screenPath = (url: URL, id: string) => `${adminBasePath(url)}/content/${id}`
const readVersion = (form: FormData) => Number(fieldText(form, 'version'))

/** Checked before the draft is saved: a refused form leaves everything as it was. */
async function readTime({ ctx, form }: AdminFormArgs & { ctx: AdminContext }): Promise<Date> {
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const typed = fieldText(form, 'publish_at').trim()
  const at = parseWallClock(typed, timeZone)
  if (!at) throw invalidInput('publish_at', 'Enter a date and a time, such as 2027-01-31 09:00.')
  requireFuture(ctx, at)
  return at
}
