import type { ActionFunctionArgs } from 'react-router'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import {
  findContentUsingPicture,
  findContentUsingPictures,
} from '#core/content/content-using-picture.server.ts'
import { Refusal } from '#core/errors.ts'
import { findProductsUsingPictures, listLibrary } from '#core/media/library.server.ts'
import { type Bucket, LIST_LIMIT } from '#core/media/upload.ts'
import {
  findProductsUsingUpload,
  findUpload,
  listUploads,
  removeUpload,
  removeUploads,
  setUploadAlt,
} from '#core/media/uploads.server.ts'
import { replaceWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { type FormHandler, handleForm } from '#web/forms/handle-form.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import type { RouterContext } from '#web/request-context.ts'
import { type AdminContext, type AdminListArgs, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import type { FileToDelete } from './delete-file-dialog.tsx'
import { fileActionError } from './file-action-error.ts'
import { takeUploadError } from './take-upload-error.ts'

/** Twelve rows on a phone, which shows two pictures per row. */
const MEDIA_PER_PAGE = 24

type LoadArgs = AdminListArgs & { context: RouterContext }

export async function loadFiles({ context, url, pattern }: LoadArgs, bucket: Bucket) {
  const ctx = requireAdmin({ context, pattern })
  const { rows, next, previous } = await refusalToResponse(listUploads(ctx, bucket, listQueryFrom(url)))
  return {
    files: rows,
    next,
    previous,
    fileToDelete: await findFileToDelete(ctx, bucket, url.searchParams.get('delete')),
    uploadError: takeUploadError(context),
  }
}

export async function loadMedia({ context, url, pattern }: LoadArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { rows, next, previous } = await refusalToResponse(
    listLibrary(ctx, { ...listQueryFrom(url), limit: MEDIA_PER_PAGE }),
  )
  const [products, content, fileToDelete] = await Promise.all([
    findProductsUsingPictures(
      ctx,
      rows.flatMap(({ pictureId }) => pictureId ?? []),
    ),
    findContentUsingPictures(
      ctx,
      rows.flatMap(({ contentId }) => contentId ?? []),
    ),
    findFileToDelete(ctx, 'admin_uploads', url.searchParams.get('delete')),
  ])
  const uses = Map.groupBy([...products, ...content], ({ pictureId }) => pictureId)
  const files = rows.map((file) => ({
    ...file,
    usedBy: [...new Set([file.contentId, file.pictureId])].flatMap((id) => uses.get(id ?? '') ?? []),
  }))
  return { files, next, previous, fileToDelete, uploadError: takeUploadError(context) }
}

async function findFileToDelete(
  ctx: AdminContext,
  bucket: Bucket,
  path: string | null,
): Promise<FileToDelete | null> {
  if (!path) return null
  try {
    const upload = await findUpload(ctx, bucket, path)
    const [products, content] = await Promise.all([
      findProductsUsingUpload(ctx, upload),
      findContentUsingPicture(ctx, upload.pictureId),
    ])
    return { path, name: upload.name, usedBy: [...products, ...content] }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export function handleFileForm(args: ActionFunctionArgs, bucket: Bucket) {
  const error = fileActionError(args.url.pathname)
  return handleForm(args, {
    input: { ctx: requireAdmin(args), bucket },
    handlers: FILE_FORMS,
    errorTitle: error.title,
    unexpectedError: error,
  })
}

const FILE_FORMS: Record<string, FormHandler<{ ctx: AdminContext; bucket: Bucket }>> = {
  'alt-text': async ({ ctx, context, form, url }) => {
    await setUploadAlt(ctx, fieldText(form, 'id'), fieldText(form, 'alt'))
    return redirectToList(context, url, 'alt-text-saved')
  },
  delete: async ({ ctx, bucket, context, form, url }) => {
    await removeUpload(ctx, bucket, fieldText(form, 'path'))
    return redirectToList(context, url, 'file-deleted')
  },
  'delete-selected': async ({ ctx, bucket, context, form, url }) => {
    const ids = form.getAll('id').map(String).slice(0, LIST_LIMIT)
    const deletion = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), () =>
      removeUploads(ctx, bucket, ids),
    )
    if (deletion.request) return redirectToList(context, url, 'approval-requested')
    const title = pluralize(deletion.result, 'file deleted', 'files deleted')
    return { notice: { title }, status: 200 }
  },
}

function redirectToList(context: RouterContext, { pathname, search }: URL, notice: NoticeName): Response {
  return replaceWithFlash(context, notice, pathname.slice(0, pathname.lastIndexOf('/')) + search)
}
