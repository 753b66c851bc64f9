import { IMAGE_EXTENSIONS, publicPath, type Upload } from '#core/media/upload.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { SMALL_CONTROLS } from '#web/ui/fields/small-controls.ts'
import { ListToolbar, SortLinks } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/media'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { DeleteSelectedFiles } from './delete-selected-files.tsx'
import { fileActionError } from './file-action-error.ts'
import { FileButtons } from './file-buttons.tsx'
import { handleFileForm, loadFiles } from './file-forms.ts'
import { UploadForm } from './upload-form.tsx'
import { formatFileSize } from './uploads.tsx'

export const meta = adminMeta('Media')

const BUCKET = 'admin_uploads'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadFiles({ context, url }, BUCKET)
}

export const clientMiddleware = keepFormOnFailure(fileActionError)

export function action(args: Route.ActionArgs) {
  return handleFileForm(args, BUCKET)
}

const FILTERS = Object.entries({ '': 'All', undescribed: 'Missing alt text' })
const SORTS = Object.entries({ '': 'Newest', name: 'Name', 'size-down': 'Size' })
const ACCEPT = IMAGE_EXTENSIONS.map((ending) => `.${ending}`).join(',')

export default function Media({ loaderData }: Route.ComponentProps) {
  const { files, next, previous, fileToDelete, uploadError } = loaderData
  return (
    <>
      <ScreenHeader title="Media" lead="Images for products and pages. Camera data is removed.">
        <ExportLink list="media" />
      </ScreenHeader>
      <UploadForm error={uploadError} bucket={BUCKET} accept={ACCEPT} toasts={false} />
      <FormNotice className="mb-4 max-w-prose" />
      <ListToolbar filters={FILTERS} searchLabel="Search by name or alt text">
        <SortLinks sorts={SORTS} />
      </ListToolbar>
      {files.length === 0 && <p className="border-hairline border-y py-10 text-ink-soft">No images found.</p>}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6">
        {files.map((file) => (
          <li key={file.id}>
            <MediaCard file={file} />
          </li>
        ))}
      </ul>
      {files.length > 0 && <DeleteSelectedFiles folder="media" />}
      <Pager next={next} previous={previous} />
      {fileToDelete && <DeleteFileDialog key={fileToDelete.path} folder="media" file={fileToDelete} />}
    </>
  )
}

function MediaCard({ file }: { file: Upload }) {
  return (
    <article aria-label={file.name}>
      <a href={publicPath(file)} className="block bg-paper">
        <img
          src={publicPath(file)}
          alt={file.alt || `Preview of ${file.name}`}
          loading="lazy"
          decoding="async"
          className="aspect-[3/4] w-full object-contain"
        />
      </a>
      <p className="mt-2 flex justify-between gap-3">
        <input
          type="checkbox"
          name="id"
          value={file.id}
          form="bulk"
          aria-label={`Select ${file.name}`}
          className="my-1 size-4 shrink-0 accent-rosewood"
        />
        <span className="grow truncate" title={file.name}>
          {file.name}
        </span>
        <span className="tabular shrink-0 text-ink-soft">{formatFileSize(file.bytes)}</span>
      </p>
      {file.pictureId && <AltText file={file} />}
      <FileButtons file={file} />
    </article>
  )
}

function AltText({ file }: { file: Upload }) {
  return (
    <ActionForm
      action={useAdminPath()('media/alt-text')}
      preventScrollReset
      className="flex items-center gap-2"
    >
      <input type="hidden" name="id" value={file.id} />
      <input
        name="alt"
        defaultValue={file.alt ?? ''}
        maxLength={500}
        aria-label={`Alt text for ${file.name}`}
        placeholder="Alt text"
        className={SMALL_CONTROLS.input}
      />
      <button type="submit" className="link-line min-h-8 cursor-pointer">
        Save<span className="sr-only"> alt text for {file.name}</span>
      </button>
    </ActionForm>
  )
}
