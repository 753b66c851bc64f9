import type { ContentFields } from '../content.ts'
import type { RichTextInline, RichTextNode } from '../rich-text.ts'
import { RICH_TEXT_BLOCKS, RICH_TEXT_VALUES } from '../rich-text-names.ts'

/** What someone compares: all texts, in the order of the form, with their formatting as plain marks. */
export function contentLines({ kind, fields }: ContentFields): string[] {
  if (kind !== 'home') {
    const { body, ...texts } = fields
    return [...fieldLines(texts), ...body.content.flatMap((node) => nodeLines(node))]
  }
  const { sections, blocks, schedules, hero, showOffers, tiles, story } = fields
  return [
    ...fieldLines(hero, 'Hero'),
    `Offers: ${showOffers ? 'shown' : 'hidden'}`,
    ...tiles.flatMap((tile, index) => fieldLines(tile, `Tile ${index + 1}`)),
    ...fieldLines(story, 'Story'),
    ...blocks.flatMap(({ id, kind, ...block }) => fieldLines(block, `${kind} ${id}`)),
    ...Object.entries(schedules).flatMap(([name, schedule]) => fieldLines(schedule, `Schedule of ${name}`)),
    `Order: ${sections.join(', ')}`,
  ]
}

function fieldLines(fields: object, section = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const label = [section, FIELD_LABELS[name] ?? name].filter(Boolean).join(', ').toLowerCase()
    if (value && typeof value === 'object')
      return fieldLines(value, [section, 'link'].filter(Boolean).join(' '))
    const text = String(value ?? '').replaceAll('\n', ' / ')
    return text ? [`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}`] : []
  })
}

const FIELD_LABELS: Record<string, string> = { lead: 'introduction', pictureId: 'picture', url: 'address' }

type AnyNode = RichTextNode | { type: 'listItem'; content: RichTextNode[] }

function nodeLines(node: AnyNode, prefix = ''): string[] {
  switch (node.type) {
    case 'paragraph':
      return [prefix + inlineText(node.content)]
    case 'heading':
      return [`${prefix}${'#'.repeat(node.attrs.level)} ${inlineText(node.content)}`]
    case 'picture':
      return [`${prefix}[Picture ${node.attrs.id}: ${[node.attrs.alt, node.attrs.caption].join(', ')}]`]
    case 'product':
      return [`${prefix}[Product ${node.attrs.id}]`]
    case 'block':
      return [`${prefix}[${RICH_TEXT_BLOCKS[node.attrs.name]}]`]
    case 'horizontalRule':
      return [`${prefix}—`]
    case 'blockquote':
      return node.content.flatMap((child) => nodeLines(child, `${prefix}> `))
    case 'bulletList':
    case 'orderedList': {
      const mark = node.type === 'orderedList' ? '1. ' : '- '
      const items: AnyNode[] = node.content
      return items.flatMap((item) => nodeLines(item, `${prefix}${mark}`))
    }
    default:
      return node.content.flatMap((child) => nodeLines(child, prefix))
  }
}

function inlineText(inlines: RichTextInline[] = []): string {
  return inlines.map(markedText).join('')
}

function markedText(inline: RichTextInline): string {
  const text =
    inline.type === 'text'
      ? inline.text
      : inline.type === 'value'
        ? `[${RICH_TEXT_VALUES[inline.attrs.name]}]`
        : ' / '
  return (inline.marks ?? []).reduce((marked, mark) => {
    if (mark.type === 'bold') return `**${marked}**`
    return mark.type === 'italic' ? `_${marked}_` : `${marked} (${mark.attrs.href})`
  }, text)
}
