import { listUploads } from '#core/media/uploads.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import type { AdminContext } from '../admin-context.ts'
import { currentPicture, NEWEST_PICTURES, type PictureChoice, toChoice } from './picture-choice.ts'

/** The newest pictures, for pages and categories. */
export async function listPictureChoices(ctx: AdminContext): Promise<PictureChoice[]> {
  const { rows } = await listUploads(ctx, 'admin_uploads', { filter: 'images', limit: NEWEST_PICTURES })
  return rows.flatMap((upload) => toChoice(upload, 'id'))
}

/** The saved picture, and for people who see Media, the newest ones. */
export async function loadPictureChoices(ctx: AdminContext, saved: string | null): Promise<PictureChoice[]> {
  const uploads = hasPermission(ctx.actor, 'media.edit') ? await listPictureChoices(ctx) : []
  return [...currentPicture(saved), ...uploads]
}
