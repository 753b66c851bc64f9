import { IMAGE_EXTENSIONS } from '#core/media/upload.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { ListToolbar, SortLinks } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/media'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { DeleteSelectedFiles } from './delete-selected-files.tsx'
import { fileActionError } from './file-action-error.ts'
import { handleFileForm, loadMedia } from './file-forms.ts'
import { MediaCard } from './media-card.tsx'
import { UploadForm } from './upload-form.tsx'

export const meta = adminMeta('Media')

const BUCKET = 'admin_uploads'

export function loader({ context, url, pattern }: Route.LoaderArgs) {
  return loadMedia({ context, url, pattern })
}

export const clientMiddleware = keepFormOnFailure(fileActionError)

export function action(args: Route.ActionArgs) {
  return handleFileForm(args, BUCKET)
}

const FILTERS = Object.entries({
  '': 'All',
  uploaded: 'Uploaded',
  bundled: 'Came with the store',
  undescribed: 'Missing alt text',
})
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
      {files.some(({ path }) => path) && <DeleteSelectedFiles folder="media" />}
      <Pager next={next} previous={previous} />
      {fileToDelete && <DeleteFileDialog key={fileToDelete.path} folder="media" file={fileToDelete} />}
    </>
  )
}
