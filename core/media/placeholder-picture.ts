import type { Picture } from './picture.ts'
import { chooseDrawing } from './placeholder/choose-drawing.ts'

const CACHE_SIZE = 5000
const cache = new Map<string, Picture>()

export function placeholderPicture(product: { slug: string; name: string; category: string }): Picture {
  const key = `${product.slug} ${product.name} ${product.category}`
  const cached = cache.get(key)
  if (cached) return cached
  const { form, tone } = chooseDrawing(product)
  const id = `drawn-${form}-${tone}`
  const picture = { id, url: `/media/${id}.svg`, width: 900, height: 1200, alt: product.name, preview: '' }
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, picture)
  return picture
}
