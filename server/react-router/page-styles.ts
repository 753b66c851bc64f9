import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Edit } from './page-edits.ts'

/** A part of the stylesheet, with what a page must contain to need it. */
export type StyleRule = {
  /** The blocks around it, outermost first. */
  within: string[]
  css: string
  /** For each selector, the classes that an element and its ancestors must have. Absent for rules without classes. */
  classes?: string[][]
  /** The custom properties and animations that it uses. */
  uses: string[]
  /** The custom property or animation that it declares, and that a page needs only if another rule uses it. */
  declares?: string
  /** A font to download. Until it is there, text has a font of the device with the same metrics. */
  isWebFont?: true
}
type Stylesheet = { href: string; rules: StyleRule[] }

export type InlineStyles = (html: string) => { edits: Edit[]; hashes: string[] }

const REMEMBERED_PAGES = 200

/** Reads the file that the build writes. */
export function readStylesheet(file: string): InlineStyles {
  return inlineStylesOf(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Puts the rules that a page needs into the page, so that the first paint waits for one response only. Web fonts and the
 * whole stylesheet wait for the first paint (DEFERRED_HYDRATION_SCRIPT), and apply before scripts add elements.
 */
export function inlineStylesOf({ href, rules }: Stylesheet): InlineStyles {
  const attributes = `rel="stylesheet" href="${href}"/>`
  const link = `<link ${attributes}`
  const deferredLink = `<link rel="deferred" href="${href}" data-deferred=""/><noscript>${link}</noscript>`
  const fonts = joinRules(rules.filter(({ isWebFont }) => isWebFont))
  const deferredFonts = fonts && `<style media="not all" data-deferred="">${fonts}</style>`
  const declarations = Map.groupBy(rules, ({ declares }) => declares)
  const remembered = new Map<string, PageStyles>()

  function selectStyles(html: string): PageStyles {
    const lists = readClassLists(html)
    const key = [...lists].join('"')
    const known = remembered.get(key)
    if (known !== undefined) return known
    const css = joinRules(selectRules(rules, classNames(lists), declarations))
    const hashes = [css, ...(fonts && [fonts])].map((style) => `'sha256-${hash('sha256', style, 'base64')}'`)
    const styles = { markup: `<style>${css}</style>${deferredFonts}${deferredLink}`, hashes }
    if (remembered.size === REMEMBERED_PAGES) remembered.clear()
    remembered.set(key, styles)
    return styles
  }

  return (html) => {
    const rendered = html.indexOf(attributes)
    if (rendered === -1) return { edits: [], hashes: [] }
    // React Router puts the nonce first.
    const start = html.lastIndexOf('<link', rendered)
    const { markup, hashes } = selectStyles(html)
    return { edits: [{ start, end: rendered + attributes.length, text: markup }], hashes }
  }
}

type PageStyles = { markup: string; hashes: string[] }

function selectRules(
  rules: StyleRule[],
  classes: Set<string>,
  declarations: Map<string | undefined, StyleRule[]>,
): StyleRule[] {
  const hasAll = (names: string[]) => names.every((name) => classes.has(name))
  const selected = new Set(
    rules.filter((rule) => !rule.declares && !rule.isWebFont && (!rule.classes || rule.classes.some(hasAll))),
  )
  for (const { uses } of selected) {
    for (const name of uses) for (const declaration of declarations.get(name) ?? []) selected.add(declaration)
  }
  return rules.filter((rule) => selected.has(rule))
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#x27;': "'",
}

/** The values of all class attributes, as they are in the markup. */
function readClassLists(html: string): Set<string> {
  const lists = new Set<string>()
  for (let end = 0; ; ) {
    const attribute = html.indexOf(CLASS_ATTRIBUTE, end)
    if (attribute === -1) return lists
    const start = attribute + CLASS_ATTRIBUTE.length
    end = html.indexOf('"', start)
    if (end === -1) return lists
    lists.add(html.slice(start, end))
  }
}

const CLASS_ATTRIBUTE = ' class="'

function classNames(lists: Set<string>): Set<string> {
  const names = new Set<string>()
  for (const list of lists) {
    const decoded = list.replaceAll(/&(amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    for (const name of decoded.split(' ')) names.add(name)
  }
  return names
}

function joinRules(rules: StyleRule[]): string {
  let css = ''
  let open: string[] = []
  for (const rule of rules) {
    const shared = rule.within.findIndex((block, depth) => block !== open[depth])
    const depth = shared === -1 ? rule.within.length : shared
    css += '}'.repeat(open.length - depth)
    css += rule.within
      .slice(depth)
      .map((block) => `${block}{`)
      .join('')
    css += rule.css
    open = rule.within
  }
  return css + '}'.repeat(open.length)
}
