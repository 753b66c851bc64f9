import { newId } from '../ids.ts'
import type { RichText, RichTextInline, RichTextNode } from './rich-text.ts'

export const text = (value: string, ...marks: NonNullable<RichTextInline['marks']>): RichTextInline => ({
  type: 'text',
  text: value,
  ...(marks.length && { marks }),
})

export const paragraph = (...content: (string | RichTextInline)[]): RichTextNode & { type: 'paragraph' } => ({
  type: 'paragraph',
  content: content.map((inline) => (typeof inline === 'string' ? text(inline) : inline)),
})

export const document = (...content: RichTextNode[]): RichText => ({ type: 'doc', content })

export const link = (href: string) => ({ type: 'link' as const, attrs: { href } })

export const PICTURE_ID = newId('picture')
export const PRODUCT_ID = newId('product')

/** One of each node and mark. */
export const EVERY_NODE = document(
  { type: 'heading', attrs: { level: 2 }, content: [text('Returns')] },
  paragraph(
    'You have ',
    { type: 'value', attrs: { name: 'return-days' } },
    text(' days', { type: 'bold' }),
    { type: 'hardBreak' },
    text('to return it', link('/shipping-returns'), { type: 'italic' }),
  ),
  { type: 'heading', attrs: { level: 3 }, content: [text('Details')] },
  {
    type: 'bulletList',
    content: [
      {
        type: 'listItem',
        content: [
          paragraph('One'),
          { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('Two')] }] },
        ],
      },
    ],
  },
  { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('Three')] }] },
  { type: 'blockquote', content: [paragraph('A quote')] },
  { type: 'horizontalRule' },
  { type: 'picture', attrs: { id: PICTURE_ID, alt: 'A bottle', caption: 'Rose hip' } },
  { type: 'product', attrs: { id: PRODUCT_ID } },
  { type: 'block', attrs: { name: 'shipping-costs' } },
)
