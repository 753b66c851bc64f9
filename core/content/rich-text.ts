import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { parseMediaFileName } from '../media/picture.ts'
import { RICH_TEXT_BLOCKS, RICH_TEXT_LIMITS, RICH_TEXT_VALUES } from './rich-text-names.ts'
import { isSafeLink, SAFE_LINK_HINT } from './safe-link.ts'

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u

const text = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters.`)
    .refine((value) => !CONTROL_CHARACTERS.test(value), 'Remove the control characters from this text.')

const Link = z.strictObject({
  type: z.literal('link'),
  attrs: z.strictObject({ href: z.string().refine(isSafeLink, SAFE_LINK_HINT) }),
})
const Mark = z.discriminatedUnion(
  'type',
  [z.strictObject({ type: z.literal('bold') }), z.strictObject({ type: z.literal('italic') }), Link],
  'A text can be bold, italic, or a link.',
)
const marks = z.array(Mark).max(3).optional()

const Inline = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('text'),
      text: text(RICH_TEXT_LIMITS.characters).min(1, 'A text can’t be empty.'),
      marks,
    }),
    z.strictObject({ type: z.literal('hardBreak'), marks }),
    z.strictObject({
      type: z.literal('value'),
      attrs: z.strictObject({ name: oneOf(RICH_TEXT_VALUES, 'value') }),
      marks,
    }),
  ],
  'A line contains text, line breaks (hardBreak), and values.',
)
const inlines = z.array(Inline).optional()

const Paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines })
const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.literal([2, 3], 'A heading has level 2 or 3.') }),
  content: inlines,
})

const [InnerBulletList, InnerOrderedList] = lists([Paragraph])
const [MiddleBulletList, MiddleOrderedList] = lists([Paragraph, InnerBulletList, InnerOrderedList])
const [BulletList, OrderedList] = lists([Paragraph, MiddleBulletList, MiddleOrderedList])

const Blockquote = z.strictObject({ type: z.literal('blockquote'), content: z.array(Paragraph).min(1) })
const HorizontalRule = z.strictObject({ type: z.literal('horizontalRule') })
const PictureBlock = z.strictObject({
  type: z.literal('picture'),
  attrs: z.strictObject({
    /** The ID of a picture in Media. */
    id: z.string().refine(isPictureId, 'Choose a picture from Media.'),
    alt: text(500),
    caption: text(300),
  }),
})
const ProductBlock = z.strictObject({
  type: z.literal('product'),
  attrs: z.strictObject({ id: z.string().refine((id) => isId('product', id), 'Choose a product.') }),
})
const StoreBlock = z.strictObject({
  type: z.literal('block'),
  attrs: z.strictObject({ name: oneOf(RICH_TEXT_BLOCKS, 'block') }),
})

const BLOCKS = [
  Paragraph,
  Heading,
  BulletList,
  OrderedList,
  Blockquote,
  HorizontalRule,
  PictureBlock,
  ProductBlock,
  StoreBlock,
] as const
const Block = z.discriminatedUnion('type', BLOCKS, `Use only ${typeNames(BLOCKS)}.`)

/** ProseMirror's JSON, with a closed list of nodes and marks. It contains no markup, so it can’t contain scripts. */
export const RichText = z.strictObject({
  type: z.literal('doc'),
  content: z.array(Block),
})
export type RichText = z.infer<typeof RichText>
export type RichTextNode = RichText['content'][number]
export type RichTextInline = z.infer<typeof Inline>
export type RichTextMark = z.infer<typeof Mark>

export const EMPTY_RICH_TEXT: RichText = { type: 'doc', content: [] }

/** Refuses anything that isn't in the schema, with the first problem and its place. */
export function parseRichText(input: unknown, field = 'body'): RichText {
  const problem = findExceededLimit(input)
  if (problem) throw new Refusal('invalid_input', problem, { [field]: problem })
  const { data, error } = RichText.safeParse(input)
  if (data) return data
  const message = describeIssue(error.issues[0])
  throw new Refusal('invalid_input', message, { [field]: message })
}

/** For text that arrives as JSON in a form. */
export function parseRichTextJson(json: string, field = 'body'): RichText {
  let input: unknown
  try {
    input = JSON.parse(json)
  } catch {
    const message = 'This text isn’t valid JSON. Reload the page and try again.'
    throw new Refusal('invalid_input', message, { [field]: message })
  }
  return parseRichText(input, field)
}

/** Walks the input without recursion, so that deep nesting can’t exhaust the stack. */
function findExceededLimit(input: unknown): string | undefined {
  const { jsonBytes, nodes, characters, depth } = RICH_TEXT_LIMITS
  const format = (limit: number) => limit.toLocaleString('en-US')
  const pending: { value: unknown; level: number }[] = [{ value: input, level: 0 }]
  let nodeCount = 0
  let characterCount = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, level } = next
    if (typeof value !== 'object' || value === null) continue
    if ('text' in value && typeof value.text === 'string') characterCount += value.text.length
    if (level > depth * 2) return 'This text is nested too deeply. Use fewer lists within lists.'
    if ('type' in value) nodeCount++
    if (nodeCount > nodes * 2) return tooManyNodes()
    for (const child of Object.values(value)) pending.push({ value: child, level: level + 1 })
  }
  if (nodeCount > nodes) return tooManyNodes()
  if (characterCount > characters) return tooLong()
  if (new TextEncoder().encode(JSON.stringify(input) ?? '').length > jsonBytes)
    return `This text and its formatting take more than ${format(jsonBytes / 1000)} kB. Remove formatting, or split it into several pages.`
  return undefined

  function tooManyNodes() {
    return `This text has more than ${format(nodes)} paragraphs and formatted parts. Split it into several pages.`
  }
  function tooLong() {
    return `This text has more than ${format(characters)} characters. Split it into several pages.`
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const block = issue?.path[0] === 'content' && typeof issue.path[1] === 'number' ? issue.path[1] + 1 : null
  const message = issue?.code === 'unrecognized_keys' ? `Remove ${issue.keys.join(', ')}.` : issue?.message
  return block ? `Paragraph ${block}: ${message}` : (message ?? 'This text isn’t valid.')
}

function lists<const Children extends [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  children: Children,
) {
  const content = z
    .array(
      z.strictObject({
        type: z.literal('listItem'),
        content: z
          .array(
            z.discriminatedUnion('type', children, 'A list item contains paragraphs and lists, three deep.'),
          )
          .min(1),
      }),
    )
    .min(1)
  return [
    z.strictObject({ type: z.literal('bulletList'), content }),
    z.strictObject({ type: z.literal('orderedList'), content }),
  ] as const
}

function oneOf<Names extends Record<string, string>>(names: Names, kind: string) {
  const keys = Object.keys(names) as [keyof Names & string, ...(keyof Names & string)[]]
  return z.enum(keys, `Unknown ${kind}. Use one of: ${keys.join(', ')}.`)
}

function isPictureId(id: string): boolean {
  return parseMediaFileName(`${id}.webp`)?.id === id
}

function typeNames(blocks: readonly { shape: { type: { value: string } } }[]): string {
  return blocks.map(({ shape }) => shape.type.value).join(', ')
}
