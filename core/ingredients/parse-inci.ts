import { type InciEntry, readInciEntries } from './inci-entry.ts'
import { createTokenReader, tidyInciText } from './inci-tokens.ts'

export const MAX_INCI_TEXT = 20_000
export const MAX_INCI_NAMES = 500

export type InciFootnote = { mark: string; text: string }
export type InciList = { entries: InciEntry[]; footnotes: InciFootnote[] }

/** Splits an ingredient list, as brands and shops publish it, into names. The time is proportional to the text. */
export function parseInciList(pasted: string): InciList {
  const text = tidyInciText(pasted)
  const tokenAt = createTokenReader(text)
  const entries: InciEntry[] = []
  const footnotes: InciFootnote[] = []
  let mayContain = false
  let start = 0
  let i = 0
  while (i < text.length) {
    const token = tokenAt(i, start)
    if (token.kind !== 'text') {
      entries.push(...readInciEntries(text.slice(start, i), mayContain))
      start = token.end
    }
    if (token.kind === 'may-contain') mayContain = true
    if (token.kind === 'may-contain-end') mayContain = false
    if (token.kind === 'footnote') footnotes.push(token.footnote)
    i = token.end
  }
  entries.push(...readInciEntries(text.slice(start), mayContain))
  return { entries, footnotes }
}
