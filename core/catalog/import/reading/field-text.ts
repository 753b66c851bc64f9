import type { Field } from '#core/fields/fields.ts'
import { htmlToText } from './html-text.ts'

const HTML_TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i
/** Their items are often on one line. The commas of other lists belong to sentences. */
const COMMA_LISTS = ['ingredients', 'keywords']

/** A custom field of another store as a cell of our own format: without markup, with an item of a list per line. */
export function toFieldText(
  cell: string,
  column = '',
  { kind }: Pick<Field, 'kind'> = { kind: 'text' },
): string {
  // Shopify writes an apostrophe before a number, so that a spreadsheet doesn't change it.
  const text = cell.trim().replace(/^'(?=\d)/, '')
  const items = readList(text)
  if (items) return items.join(kind === 'lines' ? '\n' : ', ')
  const plain = readRichText(text) ?? (HTML_TAG.test(text) ? htmlToText(text) : text)
  if (kind !== 'lines') return plain
  const lines = plain.split(/\r\n|\r|\n/)
  if (lines.length > 1) return lines.map((line) => line.replace(/^\s*[–•*-]\s+/, '')).join('\n')
  const isCommaList = !plain.includes(';') && COMMA_LISTS.includes(column)
  return (isCommaList ? splitAtCommas(plain) : splitAtSemicolons(plain)).join('\n')
}

/** As Shopify lists the values of a category’s metafield. */
const splitAtSemicolons = (text: string): string[] =>
  text
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)

/** Not within parentheses, and not those of “1,2-hexanediol”. */
function splitAtCommas(text: string): string[] {
  const items = ['']
  let depth = 0
  for (const part of text.split(/(?<=,)(?=\s)|(?=[()])/)) {
    if (part.startsWith('(')) depth++
    if (part.startsWith(')')) depth--
    const isEnd = depth <= 0 && part.endsWith(',')
    items.push((items.pop() ?? '') + (isEnd ? part.slice(0, -1) : part))
    if (isEnd) items.push('')
  }
  return items.map((item) => item.trim()).filter(Boolean)
}

/** Such as Shopify’s lists of single-line text. */
function readList(text: string): string[] | undefined {
  const items: unknown = text.startsWith('[') ? parseJson(text) : undefined
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string' || typeof item === 'number'))
    return undefined
  return items.map((item) => String(item).replace(/\s+/g, ' ').trim()).filter(Boolean)
}

type RichTextNode = { type?: unknown; value?: unknown; children?: unknown }

const MAX_DEPTH = 20

/** Shopify’s rich text is JSON. */
function readRichText(text: string): string | undefined {
  const root: unknown = text.startsWith('{') ? parseJson(text) : undefined
  if (!isNode(root) || root.type !== 'root') return undefined
  return nodeText(root, 0)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function nodeText({ type, value, children }: RichTextNode, depth: number): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(children) || depth > MAX_DEPTH) return ''
  const content = children.map((child) => (isNode(child) ? nodeText(child, depth + 1) : '')).join('')
  if (type === 'list-item') return `\n– ${content}`
  return type === 'paragraph' || type === 'heading' || type === 'list' ? `\n\n${content}\n\n` : content
}

const isNode = (value: unknown): value is RichTextNode => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
