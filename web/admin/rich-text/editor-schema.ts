import { type DOMOutputSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { RICH_TEXT_BLOCKS, RICH_TEXT_VALUES } from '#core/content/rich-text-names.ts'
import { isSafeLink } from '#core/content/safe-link.ts'

const list = (tag: 'ul' | 'ol'): NodeSpec => ({
  group: 'part list',
  content: 'listItem+',
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
})

/** A part of the page that isn't text. node-views.ts shows it; `data-` attributes carry it through the clipboard. */
const embed = (name: string, attrs: Record<string, string>, inline = false): NodeSpec => ({
  group: inline ? 'inline' : 'part',
  inline,
  atom: true,
  draggable: !inline,
  attrs: Object.fromEntries(Object.entries(attrs).map(([key, value]) => [key, { default: value }])),
  parseDOM: [
    {
      tag: `${inline ? 'span' : 'div'}[data-embed=${name}]`,
      getAttrs: ({ dataset }) =>
        Object.fromEntries(Object.keys(attrs).map((key) => [key, dataset[key] ?? ''])),
    },
  ],
  toDOM: ({ attrs: values }) => [
    inline ? 'span' : 'div',
    {
      'data-embed': name,
      ...Object.fromEntries(Object.keys(attrs).map((key) => [`data-${key}`, String(values[key])])),
    },
  ],
})

/** The same nodes and marks as `RichText`, so that the editor can’t make anything that the store refuses. */
export const EDITOR_SCHEMA = new Schema({
  nodes: {
    doc: { content: 'part+' },
    paragraph: { group: 'part', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'part',
      content: 'inline*',
      attrs: { level: { default: 2 } },
      defining: true,
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
      ],
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    bulletList: list('ul'),
    orderedList: list('ol'),
    listItem: {
      content: '(paragraph | list)+',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    blockquote: {
      group: 'part',
      content: 'paragraph+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    horizontalRule: { group: 'part', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    picture: embed('picture', { id: '', alt: '', caption: '' }),
    product: embed('product', { id: '' }),
    block: embed('block', { name: '' }),
    text: { group: 'inline' },
    hardBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    value: embed('value', { name: '' }, true),
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? ''
            return isSafeLink(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, rel: 'noopener' }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})

export const { nodes: NODES, marks: MARKS } = EDITOR_SCHEMA

export function embedLabel(kind: 'value' | 'block', name: string): string {
  const names: Record<string, string> = kind === 'value' ? RICH_TEXT_VALUES : RICH_TEXT_BLOCKS
  return names[name] ?? name
}
