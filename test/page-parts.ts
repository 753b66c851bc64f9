import { findAll, type Markup, textOf } from './markup.ts'
import { nameOf } from './plain-browser.ts'

/** A region by its label, or by the heading that labels it. */
export function regionOf(root: Markup, title: string): Markup {
  const headings = findAll(root, (element) => /^h\d$/.test(element.tag) && textOf(element) === title)
  const ids = headings.map(({ attributes }) => attributes.id).filter(Boolean)
  const [region] = findAll(
    root,
    ({ attributes }) =>
      attributes['aria-label'] === title || ids.includes(attributes['aria-labelledby'] ?? '-'),
  )
  if (!region) throw new Error(`The page has no region ${title}`)
  return region
}

/** The value of a figure, such as the number of orders. */
export function figureOf(root: Markup, name: string): string {
  const pairs = findAll(root, ({ tag }) => tag === 'dl').flatMap((list) =>
    findAll(list, ({ tag }) => tag === 'dt' || tag === 'dd'),
  )
  const index = pairs.findIndex((element) => element.tag === 'dt' && textOf(element) === name)
  const value = pairs[index + 1]
  if (index < 0 || !value) throw new Error(`The page has no figure ${name}`)
  return textOf(value)
}

export function linksIn(parent: Markup): { name: string; href: string }[] {
  return findAll(parent, ({ tag }) => tag === 'a').map((link) => ({
    name: nameOf(link),
    href: link.attributes.href ?? '',
  }))
}
