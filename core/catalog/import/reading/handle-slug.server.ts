import { createHash } from 'node:crypto'
import { isSlug } from '#core/catalog/product.ts'
import { slugify } from '#core/catalog/product-draft.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** What has a slug of its own. */
const IS_LATIN = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Z}]*$/u
const MAX_SLUGIFIED = 80
/** Shorter than a slug can be, so that a variant's option fits behind it. */
const MAX_HANDLE = 150

/**
 * A handle that can be an address stays as it is. One in another script has no letters left, and long ones are cut, so a
 * part that follows from the whole handle tells them apart: the same in every upload.
 */
export function handleSlug(text: string): string {
  const handle = text.trim()
  if (isSlug(handle) && SLUG.test(handle) && handle.length <= MAX_HANDLE) return handle
  const slug = slugify(handle, '')
  const isComplete = slug !== '' && IS_LATIN.test(handle) && handle.length <= MAX_SLUGIFIED
  return isComplete || !handle ? slug : `${slug || 'product'}-${shortHash(handle)}`
}

/** Of an option: the same for the same shade in every upload, so that it finds its product again. */
export function variantSlug(handle: string, option: string, taken: ReadonlySet<string>): string {
  const slug = `${handle}-${slugify(option)}`
  if (IS_LATIN.test(option) && !taken.has(slug)) return slug
  const unique = `${slug}-${shortHash(option)}`
  return taken.has(unique) ? `${unique}-${taken.size + 1}` : unique
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)
