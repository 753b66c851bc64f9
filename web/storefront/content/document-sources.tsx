import type { RichTextSources } from '#web/rich-text/rich-text.tsx'
import { EmbeddedProduct } from './embedded-product.tsx'
import type { ContentSources } from './load-content.server.ts'
import { StoreBlock } from './store-block.tsx'

/** A product that isn’t sold anymore is left out. */
export function documentSources({
  values,
  pictures,
  blocks,
  cards,
  region,
}: ContentSources): RichTextSources {
  return {
    values,
    pictures,
    renderBlock: (name) => <StoreBlock parts={blocks[name] ?? []} />,
    renderProduct: (id) => cards[id] && <EmbeddedProduct product={cards[id]} region={region} />,
  }
}
