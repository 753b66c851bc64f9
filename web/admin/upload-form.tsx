import { type DragEvent, type FormEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

type Props = { bucket: string; accept: string; toasts: boolean }

/** Chosen or dropped, and sent with progress; without scripts it is an ordinary form. */
export function UploadForm({ bucket, accept, toasts }: Props) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { uploads, start } = useUploads(bucket, { toasts })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const refused = params.get('refused')

  function submit(event: FormEvent) {
    event.preventDefault()
    const files = [...(input.current?.files ?? [])]
    if (!files.length) return
    void start(files)
    if (input.current) input.current.value = ''
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void start([...event.dataTransfer.files])
  }

  return (
    <form
      method="post"
      action={`/storage/${bucket}?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      onSubmit={submit}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      className={`mb-6 border border-dashed p-4 transition-colors ${over ? 'border-rosewood bg-blush/40' : 'border-ink/30'}`}
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
            className="w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-ink/40 file:bg-transparent file:px-4"
          />
        </label>
        <Button type="submit" size="row">
          Upload
        </Button>
      </div>
      <p className="mt-2 text-ink-soft">Or drop files here. Up to 100 MB each.</p>
      {refused && (
        <p role="alert" className="mt-2 text-rosewood">
          {refused}
        </p>
      )}
      <ul aria-label="Uploads" className="empty:hidden">
        {uploads.map((upload) => (
          <OneUpload key={upload.key} upload={upload} />
        ))}
      </ul>
    </form>
  )
}

function OneUpload({ upload: { name, part, said, sending, again } }: { upload: Upload }) {
  return (
    <li className="mt-3 grid grid-cols-[1fr_auto] items-center gap-4 border-hairline border-t pt-2">
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        {said ? (
          <span role="alert" className="text-rosewood">
            {said}
          </span>
        ) : (
          <ProgressBar label={`Upload of ${name}`} value={part} max={1} />
        )}
      </span>
      {again && (
        <button type="button" onClick={again} className="link-line min-h-9 cursor-pointer">
          Try Again<span className="sr-only"> to upload {name}</span>
        </button>
      )}
      {sending && (
        <button type="button" onClick={sending.cancel} className="link-line min-h-9 cursor-pointer">
          Cancel<span className="sr-only"> the upload of {name}</span>
        </button>
      )}
    </li>
  )
}
