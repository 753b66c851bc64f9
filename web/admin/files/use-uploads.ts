import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useToast } from '#web/ui/toast.tsx'
import { type FileTransfer, uploadFile } from './upload-file.ts'

export type PendingUpload = {
  key: number
  name: string
  progress: number
  error?: string
  transfer?: FileTransfer
  retry?: () => void
}

const MAX_CONCURRENT = 3

export function useUploads(bucket: string, { toasts }: { toasts: boolean }) {
  const [uploads, setUploads] = useState<PendingUpload[]>([])
  const keys = useRef(0)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const updateUpload = (key: number, changes: Partial<PendingUpload>) =>
    setUploads((current) =>
      current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
    )
  const removeUpload = (key: number) =>
    setUploads((current) => current.filter((upload) => upload.key !== key))

  async function send(key: number, file: File): Promise<void> {
    const transfer = uploadFile({ bucket, file, onProgress: (progress) => updateUpload(key, { progress }) })
    updateUpload(key, { transfer })
    try {
      await transfer.done
      removeUpload(key)
      showToast({ title: 'File uploaded successfully' })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message === 'Cancelled') return removeUpload(key)
      const retry = () => {
        updateUpload(key, { error: undefined, retry: undefined, progress: 0 })
        void send(key, file).then(revalidate)
      }
      updateUpload(key, { error: message, transfer: undefined, retry })
      if (toasts) showToast({ title: 'Error uploading file', description: message, tone: 'destructive' })
    }
  }

  async function start(files: File[]): Promise<void> {
    const queue = files.map((file) => ({ file, key: ++keys.current }))
    const added = queue.map(({ file, key }) => ({ key, name: file.name, progress: 0 }))
    setUploads((current) => [...current.filter(({ error: message }) => !message), ...added])
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next.key, next.file)
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
    revalidate()
  }
  return { uploads, start }
}
