import type { RichText, RichTextInline, RichTextNode } from './rich-text.ts'
import type { RichTextValue } from './rich-text-names.ts'

type Values = Partial<Record<RichTextValue, string>>

/** One line per paragraph, for search and descriptions. */
export function toPlainText({ content }: RichText, values: Values = {}): string {
  return content
    .flatMap((node) => textLines(node, values))
    .filter(Boolean)
    .join('\n')
}

/** A blank line starts a paragraph. */
export function fromPlainText(text: string): RichText {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\P{Cc}]|\p{Cs}/gu, ' ')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  return { type: 'doc', content: paragraphs.map(toParagraph) }
}

export function listPictureIds({ content }: RichText): string[] {
  return [...new Set(content.flatMap((node) => (node.type === 'picture' ? node.attrs.id : [])))]
}

export function listProductIds({ content }: RichText): string[] {
  return [...new Set(content.flatMap((node) => (node.type === 'product' ? node.attrs.id : [])))]
}

/** Whether it consists of what a plain text field can show: paragraphs without formatting. */
export function isPlain({ content }: RichText): boolean {
  return content.every(
    (node) =>
      node.type === 'paragraph' &&
      (node.content ?? []).every((inline) => inline.type !== 'value' && !inline.marks?.length),
  )
}

type AnyNode = RichTextNode | RichTextInline | { type: 'listItem'; content: AnyNode[] }

function textLines(node: AnyNode, values: Values): string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return [(node.content ?? []).map((inline) => inlineText(inline, values)).join('')]
    case 'picture':
      return [node.attrs.caption]
    case 'bulletList':
    case 'orderedList':
    case 'listItem':
    case 'blockquote': {
      const children: AnyNode[] = node.content
      return children.flatMap((child) => textLines(child, values))
    }
    default:
      return []
  }
}

function inlineText(inline: RichTextInline, values: Values): string {
  if (inline.type === 'text') return inline.text
  return inline.type === 'value' ? (values[inline.attrs.name] ?? '') : '\n'
}

function toParagraph(text: string): RichTextNode {
  const lines = text.split('\n').map((line) => line.trim())
  return {
    type: 'paragraph',
    content: lines.flatMap((line, index): RichTextInline[] => [
      ...(index ? [{ type: 'hardBreak' as const }] : []),
      ...(line ? [{ type: 'text' as const, text: line }] : []),
    ]),
  }
}
