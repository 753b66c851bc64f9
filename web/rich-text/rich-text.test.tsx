import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { document, EVERY_NODE, link, PICTURE_ID, paragraph, text } from '#core/content/rich-text.fixture.ts'
import { parseRichText, type RichText as RichTextSource } from '#core/content/rich-text.ts'
import { RichText, RichTextSections, type RichTextSources } from './rich-text.tsx'

const SOURCES: RichTextSources = {
  values: { 'return-days': '30', 'support-email': 'care@example.com' },
  pictures: {
    [PICTURE_ID]: {
      id: PICTURE_ID,
      url: `/media/${PICTURE_ID}.webp`,
      width: 800,
      height: 600,
      alt: '',
    },
  },
  renderBlock: (name) => <p>[{name}]</p>,
  renderProduct: (id) => <p>[{id}]</p>,
}

test('renders every node as plain HTML', () => {
  const html = render(EVERY_NODE)
  expect(html).toContain('<h2 class="pt-6 font-display text-name">Returns</h2>')
  expect(html).toContain('You have 30<strong class="font-medium"> days</strong><br/>')
  expect(html).toMatch(/<a class="link-line[^>]+href="\/shipping-returns"[^>]*><em>to return it<\/em><\/a>/)
  expect(html).toContain('alt="A bottle"')
  expect(html).toContain('<figcaption class="mt-3 text-ink-soft text-small">Rose hip</figcaption>')
  expect(html).toContain('[shipping-costs]')
})

test('a policy page has a section per heading', () => {
  const html = render(EVERY_NODE, RichTextSections)
  expect(html.match(/<section/g)).toHaveLength(1)
  expect(html).toContain('<h2 class="font-display text-name">Returns</h2>')
})

test('a picture that was deleted is left out', () => {
  expect(render(EVERY_NODE, RichText, { values: {}, pictures: {} })).not.toContain('<img')
})

test('a script in a text stays text', () => {
  const html = render(document(paragraph('<script>alert(1)</script><img src=x onerror=alert(1)>')))
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<img/)
})

test('an unsafe link in an unchecked document shows its text only', () => {
  expect(render(document(paragraph(text('Click', link('javascript:alert(1)')))))).not.toContain('<a')
})

test('no document that parses renders scripts, event handlers, or foreign files', () => {
  fc.assert(
    fc.property(richTexts(), (candidate) => {
      const parsed = tryParse(candidate)
      if (!parsed) return
      for (const layout of [RichText, RichTextSections]) {
        for (const { tag, attributes } of findTags(render(parsed, layout))) {
          expect(ALLOWED_TAGS).toContain(tag)
          for (const { name, value } of attributes) {
            expect(name).not.toMatch(/^on|^style$|^srcdoc$/i)
            if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i)
            if (name === 'src' || name === 'srcset') expect(value).toMatch(/^\/media\//)
          }
        }
      }
    }),
    { numRuns: 100 },
  )
})

const ALLOWED_TAGS =
  'div section p h2 h3 ul ol li blockquote hr figure figcaption picture source img a strong em br'.split(' ')

function render(source: RichTextSource, Layout = RichText, sources = SOURCES): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <Layout document={source} sources={sources} />
    </MemoryRouter>,
  )
}

function tryParse(input: unknown): RichTextSource | undefined {
  try {
    return parseRichText(input)
  } catch {
    return undefined
  }
}

/** Text is escaped in HTML, so every `<` starts a tag. */
function findTags(html: string) {
  return [...html.matchAll(/<([a-z0-9]+)((?:\s[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, tag = '', attributes = '']) => ({
      tag,
      attributes: [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, name = '', value = '']) => ({
        name,
        value,
      })),
    }),
  )
}

function richTexts() {
  const attacks = fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '//evil.example',
    '/contact" onclick="alert(1)',
    'https://example.com/" onmouseover="alert(1)',
    'https://example.com/?q=%22%3E',
    '/contact',
    'tel:+1555123',
  )
  const words = fc.oneof(attacks, fc.string({ minLength: 1, maxLength: 30 }))
  const marks = fc.array(
    fc.oneof(
      fc.constantFrom({ type: 'bold' }, { type: 'italic' }),
      words.map((href) => ({ type: 'link', attrs: { href } })),
    ),
    { maxLength: 3 },
  )
  const inline = fc.oneof(
    fc.record({ type: fc.constant('text'), text: words, marks }),
    fc.constant({ type: 'hardBreak' }),
    fc.constantFrom('return-days', 'support-email').map((name) => ({ type: 'value', attrs: { name } })),
  )
  const paragraphs = fc.record({
    type: fc.constant('paragraph'),
    content: fc.array(inline, { maxLength: 3 }),
  })
  const block = fc.oneof(
    paragraphs,
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.constantFrom(2, 3) }),
      content: fc.array(inline, { maxLength: 2 }),
    }),
    paragraphs.map((content) => ({ type: 'blockquote', content: [content] })),
    paragraphs.map((content) => ({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [content] }],
    })),
    fc.record({
      type: fc.constant('picture'),
      attrs: fc.record({ id: fc.constant(PICTURE_ID), alt: words, caption: words }),
    }),
  )
  return fc.record({ type: fc.constant('doc'), content: fc.array(block, { maxLength: 4 }) })
}
