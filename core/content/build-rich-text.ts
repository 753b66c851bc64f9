import type { RichText, RichTextInline, RichTextNode } from './rich-text.ts'
import type { RichTextBlock, RichTextValue } from './rich-text-names.ts'

export const document = (...content: RichTextNode[]): RichText => ({ type: 'doc', content })

export const paragraph = (...content: (string | RichTextInline)[]): RichTextNode => ({
  type: 'paragraph',
  content: toInlines(content),
})

export const heading = (...content: (string | RichTextInline)[]): RichTextNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: toInlines(content),
})

export const bold = (text: string): RichTextInline => ({ type: 'text', text, marks: [{ type: 'bold' }] })

export const link = (text: string, href: string): RichTextInline => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
})

export const value = (name: RichTextValue): RichTextInline => ({ type: 'value', attrs: { name } })

export const block = (name: RichTextBlock): RichTextNode => ({ type: 'block', attrs: { name } })

export const product = (id: string): RichTextNode => ({ type: 'product', attrs: { id } })

export const picture = (id: string, alt = '', caption = ''): RichTextNode => ({
  type: 'picture',
  attrs: { id, alt, caption },
})

function toInlines(content: (string | RichTextInline)[]): RichTextInline[] {
  return content.map((inline) => (typeof inline === 'string' ? { type: 'text', text: inline } : inline))
}
