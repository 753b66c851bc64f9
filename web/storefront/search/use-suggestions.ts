import { useEffect, useState } from 'react'
import type { SearchSuggestionList } from './suggestions.ts'

const DEBOUNCE = 130
const NO_SUGGESTIONS: SearchSuggestionList = { words: [], products: [] }

export function useSuggestions(text: string): SearchSuggestionList {
  const [suggestions, setSuggestions] = useState(NO_SUGGESTIONS)
  useEffect(() => {
    if (!text.trim()) {
      setSuggestions(NO_SUGGESTIONS)
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetchSuggestions(text, controller.signal)
        .then(setSuggestions)
        // Without suggestions, the search box still works as a plain form.
        .catch(() => controller.signal.aborted || setSuggestions(NO_SUGGESTIONS))
    }, DEBOUNCE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return suggestions
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<SearchSuggestionList> {
  const response = await fetch(`/search/suggestions?q=${encodeURIComponent(text.toWellFormed())}`, { signal })
  return response.ok ? response.json() : NO_SUGGESTIONS
}
