import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Bucket, publicPath } from '#core/media/upload.ts'
import { useToast } from '#web/ui/toast/toast.tsx'
import { type FileTransfer, type StoredFile, uploadFile } from './upload-file.ts'

export type PendingUpload = {
  key: number
  name: string
  progress: number
  error?: string
  transfer?: FileTransfer
  retry?: () => void
}

const MAX_CONCURRENT = 3

export type UploadedFile = StoredFile & { name: string; url: string }

type Options = { toasts: boolean; onUploaded?: ((files: UploadedFile[]) => void) | undefined }

export function useUploads(bucket: Bucket, { toasts, onUploaded }: Options) {
  const [uploads, setUploads] = useState<PendingUpload[]>([])
  const keys = useRef(0)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  // The page can change while a file is uploaded.
  const latestOnUploaded = useRef(onUploaded)
  useEffect(() => {
    latestOnUploaded.current = onUploaded
  })
  const updateUpload = (key: number, changes: Partial<PendingUpload>) =>
    setUploads((current) =>
      current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
    )
  const removeUpload = (key: number) =>
    setUploads((current) => current.filter((upload) => upload.key !== key))

  async function send(key: number, file: File): Promise<UploadedFile | undefined> {
    const transfer = uploadFile({ bucket, file, onProgress: (progress) => updateUpload(key, { progress }) })
    updateUpload(key, { transfer })
    try {
      const stored = await transfer.done
      removeUpload(key)
      showToast({ title: 'File uploaded successfully' })
      return { ...stored, name: file.name, url: publicPath({ bucket, path: stored.path }) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message === 'Cancelled') {
        removeUpload(key)
        return undefined
      }
      const retry = () => {
        updateUpload(key, { error: undefined, retry: undefined, progress: 0 })
        void send(key, file).then((stored) => finish([stored]))
      }
      updateUpload(key, { error: message, transfer: undefined, retry })
      if (toasts) showToast({ title: 'Error uploading file', description: message, tone: 'destructive' })
      return undefined
    }
  }

  /** The files that were stored, in the order in which they were chosen. */
  function finish(files: (UploadedFile | undefined)[]): void {
    const stored = files.filter((file) => file !== undefined)
    if (stored.length) latestOnUploaded.current?.(stored)
    revalidate()
  }

  async function start(files: File[]): Promise<void> {
    const queue = files.map((file) => ({ file, key: ++keys.current }))
    const added = queue.map(({ file, key }) => ({ key, name: file.name, progress: 0 }))
    setUploads((current) => [...current.filter(({ error: message }) => !message), ...added])
    const stored = new Map<number, UploadedFile | undefined>(queue.map(({ key }) => [key, undefined]))
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        stored.set(next.key, await send(next.key, next.file))
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
    finish([...stored.values()])
  }
  return { uploads, start }
}
