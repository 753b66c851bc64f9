import { listUploads } from '#core/media/uploads.server.ts'
import type { AdminContext } from '../admin-context.ts'
import { NEWEST_PICTURES, type PictureChoice, toChoice } from './picture-choice.ts'

/** The newest pictures, for pages and categories. */
export async function listPictureChoices(ctx: AdminContext): Promise<PictureChoice[]> {
  const { rows } = await listUploads(ctx, 'admin_uploads', { filter: 'images', limit: NEWEST_PICTURES })
  return rows.flatMap((upload) => toChoice(upload, 'id'))
}
