import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { fromPlainText, isPlain, listPictureIds, listProductIds, toPlainText } from './read-rich-text.ts'
import { document, EVERY_NODE, link, PICTURE_ID, PRODUCT_ID, paragraph, text } from './rich-text.fixture.ts'
import { EMPTY_RICH_TEXT, parseRichText, parseRichTextJson, type RichTextNode } from './rich-text.ts'

describe('parsing', () => {
  test('accepts every node and mark, and returns them unchanged', () => {
    expect(parseRichText(EVERY_NODE)).toEqual(EVERY_NODE)
    expect(parseRichText(EMPTY_RICH_TEXT)).toEqual(EMPTY_RICH_TEXT)
  })

  test('says which paragraph contains what it can’t', () => {
    const table = { type: 'table', content: [] }
    expect(problem({ type: 'doc', content: [paragraph('Hello'), table] })).toMatch(
      /^Paragraph 2: Use only paragraph, heading, bulletList/,
    )
    expect(problem(withText({ type: 'text', text: 'x', marks: [{ type: 'underline' }] }))).toContain(
      'A text can be bold, italic, or a link.',
    )
    expect(problem(withText({ type: 'text', text: 'x', onclick: 'alert(1)' }))).toContain('Remove onclick.')
    expect(problem({ type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] })).toContain(
      'A heading has level 2 or 3.',
    )
    expect(problem(withText({ type: 'value', attrs: { name: 'card-numbers' } }))).toContain('Use one of:')
  })

  test('refuses what is no document at all', () => {
    for (const input of [null, 'text', 7, [], {}, { type: 'doc' }, { type: 'paragraph' }])
      expect(problem(input), JSON.stringify(input)).toBeTruthy()
    expect(() => parseRichTextJson('{"type":')).toThrow('isn’t valid JSON')
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/x',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    'https://user:password@evil.example',
    'https://',
    'ftp://example.com',
    'relative/path',
    'mailto:',
    'tel:abc',
    '',
  ])('refuses the link %j', (href) => {
    expect(problem(withText(text('x', link(href))))).toContain('Use a web address')
  })

  test.each([
    '/contact',
    '/journal/a-post?x=1#top',
    'https://example.com/a?b=c#d',
    'http://example.com',
    'mailto:care@example.com',
    'mailto:care@example.com?subject=Return',
    'tel:+15551234567',
  ])('accepts the link %s', (href) => {
    expect(problem(withText(text('x', link(href))))).toBeUndefined()
  })

  test('refuses a picture that isn’t in Media, and a product ID that isn’t one', () => {
    const picture = (id: string) => document({ type: 'picture', attrs: { id, alt: '', caption: '' } })
    expect(problem(picture('https://evil.example/x.png'))).toContain('Choose a picture from Media.')
    expect(problem(picture('mood-home'))).toBeUndefined()
    expect(problem(document({ type: 'product', attrs: { id: 'x' } }))).toContain('Choose a product.')
  })
})

describe('limits', () => {
  test('each limit has its own message', () => {
    expect(problem(document(paragraph('a'.repeat(100_001))))).toContain('more than 100,000 characters')
    expect(problem(document(paragraph('語'.repeat(99_000))))).toContain('more than 200 kB')
    expect(problem(document(...Array.from({ length: 6000 }, () => paragraph())))).toContain(
      'more than 5,000 paragraphs',
    )
    expect(problem(nest(4))).toContain('three deep')
    expect(problem(nest(3))).toBeUndefined()
  })

  test('deep nesting is refused without exhausting the stack', () => {
    expect(problem(nest(50_000))).toContain('nested too deeply')
  })

  test('control characters and broken surrogates, which PostgreSQL refuses, are refused here', () => {
    for (const character of ['\0', '\u0007', '\ud800'])
      expect(problem(document(paragraph(`a${character}b`)))).toContain('control characters')
  })
})

describe('reading', () => {
  test('plain text has one line per paragraph, with the values filled in', () => {
    expect(toPlainText(EVERY_NODE, { 'return-days': '30' })).toBe(
      'Returns\nYou have 30 days\nto return it\nDetails\nOne\nTwo\nThree\nA quote\nRose hip',
    )
  })

  test('lists the pictures and products of a document once', () => {
    const twice = document(...EVERY_NODE.content, ...EVERY_NODE.content)
    expect(listPictureIds(twice)).toEqual([PICTURE_ID])
    expect(listProductIds(twice)).toEqual([PRODUCT_ID])
  })

  test('plain text survives a round trip', () => {
    const typed = 'First line\nsecond line\n\nNext paragraph'
    expect(fromPlainText(typed).content).toHaveLength(2)
    expect(toPlainText(fromPlainText(typed))).toBe('First line\nsecond line\nNext paragraph')
    expect(isPlain(fromPlainText(typed))).toBe(true)
    expect(isPlain(EVERY_NODE)).toBe(false)
  })

  test('any typed text becomes a valid document', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), CHARACTERS)), (parts) => {
        const typed = parts.join('')
        const parsed = fromPlainText(typed)
        expect(parseRichText(parsed)).toEqual(parsed)
      }),
    )
  })
})

test('any input is either refused or returned unchanged', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 6 }), (input) => {
      try {
        expect(parseRichText(input)).toEqual(input)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
  )
})

const CHARACTERS = fc.constantFrom('\0', '\t', '\n', '\n\n', '\r\n', '\u0085', '\ud800', '😀', '語')

function problem(input: unknown): string | undefined {
  try {
    parseRichText(input)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.fields?.body
    throw error
  }
}

const withText = (inline: object) => ({ type: 'doc', content: [{ type: 'paragraph', content: [inline] }] })

function nest(depth: number) {
  let node: object = paragraph('x')
  for (let level = 0; level < depth; level++)
    node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] }
  return document(node as RichTextNode)
}
