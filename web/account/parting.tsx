import { useEffect, useState } from 'react'
import { Said } from '../ui/said.tsx'
import { useToast } from '../ui/toast.tsx'
import type { PartingNotice } from './kept.ts'

const SHOWN = 5000

/** What the form before has to say: a toast where a script led here, else a line that came with the page itself. */
export function Parting({ notice: said }: { notice: PartingNotice | undefined }) {
  const announce = useToast()
  const [arrived] = useState(said)
  const [gone, go] = useState(false)
  useEffect(() => {
    if (said && said !== arrived) announce(said.notice)
  }, [said, arrived, announce])
  useEffect(() => {
    const timer = setTimeout(go, SHOWN, true)
    return () => clearTimeout(timer)
  }, [])
  if (!said || said !== arrived || gone) return null
  return (
    <div className="fixed right-0 bottom-0 z-50 w-full max-w-md p-6">
      <Said notice={said.notice} look="ink" />
    </div>
  )
}
