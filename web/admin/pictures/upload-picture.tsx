import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { IMAGE_EXTENSIONS, publicPath } from '#core/media/upload.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type FileTransfer, uploadFile } from '../files/upload-file.ts'
import type { PictureChoice, PictureValue } from './picture-choice.ts'

const BUCKET = 'admin_uploads'
const ACCEPT = IMAGE_EXTENSIONS.map((ending) => `.${ending}`).join(',')

type Props = { kind: PictureValue; onUpload(choice: PictureChoice & { alt: string }): void }

/** Uploads to Media and chooses the picture. */
export function UploadPicture({ kind, onUpload }: Props) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState('')
  const transfer = useRef<FileTransfer>(null)
  const id = useId()
  useEffect(() => () => transfer.current?.cancel(), [])

  async function upload(event: ChangeEvent<HTMLInputElement>) {
    event.stopPropagation()
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file || transfer.current) return
    setError('')
    setProgress(0)
    try {
      transfer.current = uploadFile({ bucket: BUCKET, file, onProgress: setProgress })
      const { path, picture_id } = await transfer.current.done
      const url = publicPath({ bucket: BUCKET, path })
      const value = kind === 'path' ? url : picture_id
      if (value) return onUpload({ value, url, name: file.name, alt: '' })
      setError('This kind of file can’t be shown here. Use a JPEG, PNG, or WebP picture.')
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure)
      if (message !== 'Cancelled') setError(message)
    } finally {
      transfer.current = null
      setProgress(null)
      input.value = ''
    }
  }

  return (
    <div>
      <label htmlFor={id} className="text-ink-soft">
        Upload a picture
      </label>
      <input
        id={id}
        type="file"
        accept={ACCEPT}
        disabled={progress !== null}
        onChange={upload}
        className="mt-1 block w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-control file:bg-transparent file:px-4"
      />
      {progress !== null && <ProgressBar label="Upload" value={progress} max={1} />}
      {error && (
        <p role="alert" className="mt-1 text-rosewood">
          {error}
        </p>
      )}
    </div>
  )
}
