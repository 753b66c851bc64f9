import { useEffect, useState } from 'react'
import type { Suggested } from './suggestions.ts'

const PAUSE = 130
const NOTHING: Suggested = { words: [], products: [] }

/** What the shop suggests for some text: asked for when typing rests, and never for a text that is no longer there. */
export function useSuggestions(text: string): Suggested {
  const [suggested, setSuggested] = useState(NOTHING)
  useEffect(() => {
    if (!text.trim()) {
      setSuggested(NOTHING)
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      ask(text, asking.signal)
        .then(setSuggested)
        // Without an answer the box is a plain one.
        .catch(() => asking.signal.aborted || setSuggested(NOTHING))
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text])
  return suggested
}

async function ask(text: string, signal: AbortSignal): Promise<Suggested> {
  const answer = await fetch(`/search/suggestions?q=${encodeURIComponent(text.toWellFormed())}`, { signal })
  return answer.ok ? answer.json() : NOTHING
}
