const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const TAG_NAME = /^<(\/?[a-z][a-z0-9]*)/i
const HIDDEN_ELEMENTS = new Map([
  ['script', /<\/script\s*>/gi],
  ['style', /<\/style\s*>/gi],
])
const BLOCK_END = /^\/(?:p|div|h[1-6]|ul|ol|table|tr)$/

/** Plain text with line breaks between blocks. Reads the text once. */
export function htmlToText(html: string): string {
  let text = ''
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at)
    const end = start < 0 ? -1 : html.indexOf('>', start)
    // A `<` that no `>` follows is text.
    text += html.slice(at, end < 0 ? html.length : start).replace(/\s+/g, ' ')
    if (end < 0) break
    const name = (TAG_NAME.exec(html.slice(start, start + 20))?.[1] ?? '').toLowerCase()
    text += textOfTag(name)
    at = endOfElement(html, name, end + 1)
  }
  return tidyLines(text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, decodeEntity))
}

function textOfTag(name: string): string {
  if (name === 'br') return '\n'
  if (name === 'li') return '\n– '
  return BLOCK_END.test(name) ? '\n\n' : ''
}

/** Behind the element if its content isn't text, else behind its tag. */
function endOfElement(html: string, name: string, endOfTag: number): number {
  const closing = HIDDEN_ELEMENTS.get(name)
  if (!closing) return endOfTag
  closing.lastIndex = endOfTag
  return closing.test(html) ? closing.lastIndex : html.length
}

function tidyLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decodeEntity(match: string, decimal: string, hex: string, name: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? match
  const codePoint = decimal ? Number(decimal) : Number.parseInt(hex, 16)
  return codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
    ? String.fromCodePoint(codePoint)
    : ''
}
