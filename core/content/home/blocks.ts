/** What owners add to the home page. */
export const BLOCK_KINDS = ['products', 'story', 'journal', 'quote', 'picture'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** The products of a block, besides those of a category or a collection by ID. */
export const PRODUCT_SOURCES = ['newest', 'featured', 'reduced'] as const

export function newBlock(kind: BlockKind) {
  const id = `block-${crypto.randomUUID().slice(0, 8)}`
  return { id, kind, label: '', text: '', link: { text: '', url: '' }, pictureId: null, source: 'newest' }
}
