import { FILE_TYPES, publicPath, type Upload } from '#core/media/upload.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { BY_DATE, type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/uploads'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { DeleteSelectedFiles } from './delete-selected-files.tsx'
import { fileActionError } from './file-action-error.ts'
import { FileButtons } from './file-buttons.tsx'
import { handleFileForm, loadFiles } from './file-forms.ts'
import { UploadForm } from './upload-form.tsx'

export const meta = adminMeta('Uploads')

const BUCKET = 'admin-uploads'

export function loader({ context, url, pattern }: Route.LoaderArgs) {
  return loadFiles({ context, url, pattern }, BUCKET)
}

export const clientMiddleware = keepFormOnFailure(fileActionError)

export function action(args: Route.ActionArgs) {
  return handleFileForm(args, BUCKET)
}

const ACCEPT = ['image/*', 'video/*', 'audio/*', '.pdf', '.doc', '.docx', '.txt'].join(',')

const FILTERS = Object.entries({
  '': 'All',
  images: 'Images',
  video: 'Video',
  audio: 'Audio',
  documents: 'Documents',
})

const COLUMNS: Column<Upload>[] = [
  {
    title: 'File',
    placement: 'lead',
    sorts: ['name', 'name-down', 'ascending'],
    cell: (file) => (
      <a href={publicPath(file)} className="link-line block max-w-[48ch] truncate">
        {file.name}
      </a>
    ),
  },
  { title: 'Type', placement: 'desktop', cell: ({ path, type }) => fileKind(path, type) },
  { title: 'Uploaded', sorts: BY_DATE, cell: ({ createdAt }) => <Timestamp at={createdAt} showTime /> },
  {
    title: 'Size',
    align: 'end',
    placement: 'side',
    sorts: ['size-down', 'size', 'descending'],
    cell: ({ bytes }) => formatFileSize(bytes),
  },
  {
    title: 'Actions',
    align: 'end',
    placement: 'beside',
    cell: (file) => <FileButtons file={{ ...file, url: publicPath(file) }} />,
  },
]

export default function Uploads({ loaderData }: Route.ComponentProps) {
  const { files, next, previous, fileToDelete, uploadError } = loaderData
  return (
    <>
      <ScreenHeader title="Uploads" lead="Images, video, audio, and documents, each with a public URL.">
        <ExportLink list="uploads" />
      </ScreenHeader>
      <UploadForm error={uploadError} bucket={BUCKET} accept={ACCEPT} toasts />
      <FormNotice className="mb-4 max-w-prose" />
      <ListToolbar filters={FILTERS} searchLabel="Search by name" />
      <DataTable
        label="Files"
        columns={COLUMNS}
        rows={files}
        selection={{ form: 'bulk', name: ({ name }) => name }}
        defaultSort="newest"
        empty="No files found."
      />
      {files.length > 0 && <DeleteSelectedFiles folder="uploads" />}
      <Pager next={next} previous={previous} />
      {fileToDelete && <DeleteFileDialog key={fileToDelete.path} folder="uploads" file={fileToDelete} />}
    </>
  )
}

function fileKind(path: string, type: string): string {
  const ending = path.split('.').at(-1) ?? ''
  return Object.hasOwn(FILE_TYPES, ending) ? ending : type
}

export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
