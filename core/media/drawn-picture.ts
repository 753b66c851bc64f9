import { drawnFor } from './drawn/still-life.ts'
import type { Picture } from './picture.ts'

const REMEMBERED = 5000
const known = new Map<string, Picture>()

/** Until a product is photographed it is drawn: in the shape of a photograph's row, so that nothing need know. */
export function drawnPicture(product: { slug: string; name: string; category: string }): Picture {
  const key = `${product.slug} ${product.name} ${product.category}`
  const found = known.get(key)
  if (found) return found
  const { form, tone } = drawnFor(product)
  const id = `drawn-${form}-${tone}`
  const picture = { id, url: `/media/${id}.svg`, width: 900, height: 1200, alt: product.name, preview: '' }
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, picture)
  return picture
}
