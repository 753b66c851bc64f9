import { invalidInput } from '#core/errors.ts'

export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 30

/** Tags differ by more than case and spacing. */
export function parseTag(typed: string): string {
  const tag = typed
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (!tag) throw invalidInput('tag', 'Enter a tag.')
  if ([...tag].length > MAX_TAG_LENGTH) throw invalidInput('tag', `Use at most ${MAX_TAG_LENGTH} characters.`)
  return tag
}

/** One of each, without regard to case. */
export function parseTags(typed: readonly string[]): string[] {
  const tags = new Map(typed.map(parseTag).map((tag) => [tag.toLowerCase(), tag]))
  if (tags.size > MAX_TAGS) throw invalidInput('tags', `Use at most ${MAX_TAGS} tags.`)
  return [...tags.values()]
}
