/** An element of a served page. React writes every attribute in double quotes, so a small parser is enough. */
export type Markup = { tag: string; attributes: Record<string, string>; children: (Markup | string)[] }

const TOKEN =
  /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gs
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const RAW_TEXT = /<(script|style)\b([^>]*)>.*?<\/\1>/gs

export function parseMarkup(html: string): Markup {
  const root: Markup = { tag: 'root', attributes: {}, children: [] }
  const open = [root]
  for (const [token, slash, name, attributes = ''] of html.replace(RAW_TEXT, '<$1$2></$1>').matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    const tag = name?.toLowerCase()
    if (tag && slash) {
      while (open.length > 1 && open.pop()?.tag !== tag);
    } else if (tag) {
      const element = { tag, attributes: parseAttributes(attributes), children: [] }
      parent.children.push(element)
      if (!VOID.has(tag)) open.push(element)
    } else if (!token.startsWith('<')) parent.children.push(decode(token))
  }
  return root
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)
  return Object.fromEntries(
    [...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]),
  )
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name) return NAMED[name] ?? entity
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

/** In the order of the page. */
export function findAll(parent: Markup, matches: (element: Markup) => boolean): Markup[] {
  return parent.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return matches(child) ? [child, ...findAll(child, matches)] : findAll(child, matches)
  })
}

/** Each element counts as a word of its own, as the gaps of the layout separate them. */
export function textOf({ children }: Markup): string {
  const text = children.map((child) => (typeof child === 'string' ? child : ` ${textOf(child)} `))
  return text.join('').replace(/\s+/g, ' ').trim()
}
