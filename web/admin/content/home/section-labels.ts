import type { HomeFields } from '#core/content/content.ts'
import type { BlockKind } from '#core/content/home/blocks.ts'
import { type HomeSection, isHomeSection } from '#core/content/home/sections.ts'

export const SECTION_LABELS: Record<HomeSection, string> = {
  offers: 'Offers',
  products: 'Popular products',
  story: 'Story',
  categories: 'Shop by category',
  tiles: 'Tiles',
}

export const BLOCK_LABELS: Record<BlockKind, string> = {
  products: 'Products',
  story: 'Story',
  journal: 'Journal',
  quote: 'Quote',
  picture: 'Picture',
}

/** What the owner sees of a section's name. Several of one kind differ by their label. */
export function sectionLabel(name: string, blocks: HomeFields['blocks']): string {
  if (isHomeSection(name)) return SECTION_LABELS[name]
  const block = blocks.find(({ id }) => id === name)
  if (!block) return name
  const title = block.label || block.text.slice(0, 30)
  return title ? `${BLOCK_LABELS[block.kind]}: ${title}` : BLOCK_LABELS[block.kind]
}
