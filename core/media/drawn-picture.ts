import { drawnFor } from './drawn/still-life.ts'
import type { Picture } from './picture.ts'

/** Until a product is photographed it is drawn: in the shape of a photograph's row, so that nothing need know. */
export function drawnPicture(product: { slug: string; name: string; category: string }): Picture {
  const { form, tone } = drawnFor(product)
  const id = `drawn-${form}-${tone}`
  return { id, url: `/media/${id}.svg`, width: 900, height: 1200, alt: product.name, preview: '' }
}
