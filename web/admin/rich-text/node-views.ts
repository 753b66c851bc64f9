import type { Node } from 'prosemirror-model'
import type { NodeView, NodeViewConstructor } from 'prosemirror-view'
import { embedLabel } from './editor-schema.ts'

/** What pictures and products look like, by ID. Grows as they are inserted. */
export type EmbedLibrary = { pictures: Record<string, string>; products: Record<string, string> }

export function nodeViews(library: EmbedLibrary): Record<string, NodeViewConstructor> {
  const view = (render: (node: Node) => HTMLElement) => (node: Node) => new EmbedView(node, render)
  return {
    picture: view(({ attrs }) => renderPicture(library.pictures[attrs.id], attrs.alt, attrs.caption)),
    product: view(({ attrs }) =>
      renderCard('Product', library.products[attrs.id] ?? 'This product isn’t in the store anymore.'),
    ),
    block: view(({ attrs }) => renderCard('Written by the store', embedLabel('block', attrs.name))),
    value: view(({ attrs }) => element('span', 'rich-text-value', embedLabel('value', attrs.name))),
  }
}

class EmbedView implements NodeView {
  dom: HTMLElement
  private type: Node['type']
  private render: (node: Node) => HTMLElement

  constructor(node: Node, render: (node: Node) => HTMLElement) {
    this.type = node.type
    this.render = render
    this.dom = render(node)
  }

  update(node: Node): boolean {
    if (node.type !== this.type) return false
    this.dom.replaceChildren(...this.render(node).childNodes)
    return true
  }
}

function renderPicture(url: string | undefined, alt: string, caption: string): HTMLElement {
  if (!url) return renderCard('Picture', 'This picture was deleted from Media.')
  const figure = element('figure', 'rich-text-picture')
  const image = document.createElement('img')
  image.src = url
  image.alt = alt
  figure.append(image, element('figcaption', '', caption || (alt ? '' : 'No alt text')))
  return figure
}

function renderCard(kind: string, text: string): HTMLElement {
  const card = element('div', 'rich-text-card')
  card.append(element('span', 'rich-text-kind', kind), element('span', '', text))
  return card
}

/** As text, never as HTML. */
function element(tag: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  return created
}
