import { useEffect, useState } from 'react'
import { type Notice, useToast } from '../ui/toast.tsx'
import type { Outcome } from './outcome.ts'

/** Said as a toast where the answer came to a script; else it is a part of the page, and given back for it. */
export function useOutcome(outcome: Outcome | undefined): Notice | undefined {
  const announce = useToast()
  const [arrived] = useState(outcome)
  useEffect(() => {
    if (outcome !== arrived && outcome?.notice) announce(outcome.notice)
    if (outcome !== arrived && outcome?.fields) document.querySelector<HTMLElement>(INVALID)?.focus()
  }, [outcome, arrived, announce])
  return outcome === arrived ? outcome?.notice : undefined
}

const INVALID = 'form [aria-invalid="true"]'
