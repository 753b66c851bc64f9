import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useToast } from '../ui/toast.tsx'
import { type Sending, sendFile } from './send-file.ts'

export type Upload = {
  key: number
  name: string
  part: number
  said?: string
  sending?: Sending
  again?: () => void
}

const AT_ONCE = 3

/** Several files on their way at once, a few at a time; each can be called back, and each says how it ended. */
export function useUploads(bucket: string, { toasts }: { toasts: boolean }) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const keys = useRef(0)
  const { revalidate } = useRevalidator()
  const announce = useToast()
  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send(key: number, file: File): Promise<void> {
    const sending = sendFile({ bucket, file, progressed: (part) => change(key, { part }) })
    change(key, { sending })
    try {
      await sending.done
      drop(key)
      announce({ title: 'File uploaded successfully' })
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      if (said === 'Cancelled') return drop(key)
      const again = () => {
        change(key, { said: undefined, again: undefined, part: 0 })
        void send(key, file).then(revalidate)
      }
      change(key, { said, sending: undefined, again })
      if (toasts) announce({ title: 'Error uploading file', description: said, tone: 'destructive' })
    }
  }

  async function start(files: File[]): Promise<void> {
    const queue = files.map((file) => ({ file, key: ++keys.current }))
    const added = queue.map(({ file, key }) => ({ key, name: file.name, part: 0 }))
    setUploads((all) => [...all.filter(({ said }) => !said), ...added])
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next.key, next.file)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    revalidate()
  }
  return { uploads, start }
}
