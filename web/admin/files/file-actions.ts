import { redirect } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { type Bucket, LIST_LIMIT } from '#core/media/upload.ts'
import {
  findProductsUsingUpload,
  findUpload,
  listUploads,
  removeUpload,
  removeUploads,
  setUploadAlt,
} from '#core/media/uploads.server.ts'
import { setFlash } from '#web/forms/flash.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import type { RouterContext } from '#web/request-context.ts'
import { type AdminContext, listQueryFrom } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import type { FileToDelete } from './delete-file-dialog.tsx'
import { fileActionError } from './file-action-error.ts'

export async function loadFiles(ctx: AdminContext, bucket: Bucket, url: URL) {
  const { rows, next, previous } = await refusalToResponse(listUploads(ctx, bucket, listQueryFrom(url)))
  return {
    files: rows,
    next,
    previous,
    fileToDelete: await findFileToDelete(ctx, bucket, url.searchParams.get('delete')),
  }
}

async function findFileToDelete(
  ctx: AdminContext,
  bucket: Bucket,
  path: string | null,
): Promise<FileToDelete | null> {
  if (!path) return null
  try {
    const upload = await findUpload(ctx, bucket, path)
    return { path, name: upload.name, usedBy: await findProductsUsingUpload(ctx, upload) }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export async function handleFileAction(
  ctx: AdminContext,
  { bucket, form, url, context }: { bucket: Bucket; form: FormData; url: URL; context: RouterContext },
) {
  const intent = form.get('act')
  const error = fileActionError(form)
  const changeFiles = async () => {
    if (intent === 'set-alt-text') {
      await setUploadAlt(ctx, String(form.get('id')), String(form.get('alt') ?? ''))
      setFlash(context, 'alt-text-saved')
    } else if (intent === 'delete-many') {
      const deletedCount = await removeUploads(
        ctx,
        bucket,
        form.getAll('id').map(String).slice(0, LIST_LIMIT),
      )
      const title = pluralize(deletedCount, 'file deleted', 'files deleted')
      return { notice: { title }, status: 200 }
    } else {
      await removeUpload(ctx, bucket, String(form.get('path')))
      setFlash(context, 'file-deleted')
    }
    return redirect(url.pathname + url.search)
  }
  return withFormErrors(context, error.title, form, changeFiles, error)
}
