import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Bucket } from '#core/media/upload.ts'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type PendingUpload, type UploadedFile, useUploads } from './use-uploads.ts'

type Props = {
  error: string | null
  bucket: Bucket
  accept: string
  toasts: boolean
  /** On the page of what the files are for. They are uploaded as soon as they are chosen. */
  onUploaded?: (files: UploadedFile[]) => void
}

/** Without scripts, the browser submits it as an ordinary form. */
export function UploadForm({ error, bucket, accept, toasts, onUploaded }: Props) {
  const { pathname } = useLocation()
  const { uploads, start } = useUploads(bucket, { toasts, onUploaded })
  const [isDraggingOver, setIsDraggingOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [uploadError] = useState(error)
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    startChosen()
  }
  function startChosen() {
    const files = [...(input.current?.files ?? [])]
    if (!files.length) return
    void start(files)
    if (input.current) input.current.value = ''
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsDraggingOver(false)
    void start([...event.dataTransfer.files])
  }

  return (
    <form
      method="post"
      action={`/storage/${bucket}?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      onSubmit={handleSubmit}
      onDrop={handleDrop}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggingOver(true)
      }}
      onDragLeave={() => setIsDraggingOver(false)}
      className={`mb-6 border border-dashed p-4 transition-colors ${isDraggingOver ? 'border-rosewood bg-blush/40' : 'border-control'}`}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <label className="min-w-0 grow">
          <span className="sr-only">Files to upload</span>
          <input
            ref={input}
            type="file"
            name="file"
            multiple
            required
            accept={accept}
            onChange={onUploaded && startChosen}
            className="w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-control file:bg-transparent file:px-4"
          />
        </label>
        {onUploaded ? (
          isHydrated || <SubmitButton variant="secondary">Upload</SubmitButton>
        ) : (
          <SubmitButton>Upload</SubmitButton>
        )}
      </div>
      <p className="mt-2 text-ink-soft">Or drop files here. Up to 100 MB each.</p>
      {uploadError && (
        <p role="alert" className="mt-2 text-rosewood">
          {uploadError}
        </p>
      )}
      <ul aria-label="Uploads" className="empty:hidden">
        {uploads.map((upload) => (
          <PendingUploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
    </form>
  )
}

function PendingUploadRow({ upload: { name, progress, error, transfer, retry } }: { upload: PendingUpload }) {
  return (
    <li className="mt-3 grid grid-cols-[1fr_auto] items-center gap-4 border-hairline border-t pt-2">
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        {error ? (
          <span role="alert" className="text-rosewood">
            {error}
          </span>
        ) : (
          <ProgressBar label={`Upload of ${name}`} value={progress} max={1} />
        )}
      </span>
      {retry && (
        <TextButton type="button" onClick={retry}>
          Retry<span className="sr-only"> upload of {name}</span>
        </TextButton>
      )}
      {transfer && (
        <TextButton type="button" onClick={transfer.cancel}>
          Cancel<span className="sr-only"> upload of {name}</span>
        </TextButton>
      )}
    </li>
  )
}
