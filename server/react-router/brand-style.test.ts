import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_BRAND } from '#core/settings/brand-settings.ts'
import { HEADING_TYPEFACES, TEXT_TYPEFACES, TYPEFACES } from '#core/settings/typefaces.ts'
import { editLook } from './brand-style.ts'
import { applyEdits } from './page-edits.ts'

const PAGE = '<head><meta name="theme-color" content="#f7f2eb"/></head><body></body>'

function styled(look: Partial<typeof DEFAULT_BRAND>) {
  const { edits, hashes } = editLook(PAGE, { ...DEFAULT_BRAND, ...look })
  return { html: applyEdits(PAGE, edits).join(''), hashes }
}

test('a store that has chosen nothing has the page as it is', () => {
  expect(styled({})).toEqual({ html: PAGE, hashes: [] })
})

test('the page has the colors of the store, in the layer of the stylesheet’s own', () => {
  const { html } = styled({ background: '#eef3f0', accent: '#1d4d4f' })
  expect(html).toContain('name="theme-color" content="#eef3f0"')
  expect(html).toMatch(/<style>@layer theme\{:root,:host\{--color-paper:#eef3f0;/)
  expect(html).toContain('--color-rosewood:#1d4d4f;')
  expect(html).not.toContain('font-face')
})

test.for([...HEADING_TYPEFACES, ...TEXT_TYPEFACES])(
  '%s has fallbacks for each system and two files',
  (id) => {
    const isHeading = HEADING_TYPEFACES.some((heading) => heading === id)
    const look = isHeading ? { headingTypeface: id } : { textTypeface: id }
    const { html, hashes } = styled(look as Partial<typeof DEFAULT_BRAND>)
    if (id === 'bodoni-moda' || (id === 'instrument-sans' && !isHeading)) return expect(html).toBe(PAGE)
    expect(html).toContain(`"${TYPEFACES[id].family}"`)
    if (id !== 'instrument-sans') {
      expect(html.match(/size-adjust:/g)).toHaveLength(3)
      expect(new Set(html.match(/url\("[^"]+"\)/g)).size).toBe(2)
    }
    for (const [, css = ''] of html.matchAll(/<style[^>]*>([^<]*)<\/style>/g))
      expect(hashes).toContain(`'sha256-${hash('sha256', css, 'base64')}'`)
  },
)

test('the stacks of the stylesheet’s own typefaces are those of tokens.css', () => {
  const tokens = readFileSync('web/tokens.css', 'utf8')
  const [, stack = ''] =
    /--font-display:([^;]+);/.exec(styled({ headingTypeface: 'instrument-sans' }).html) ?? []
  expect(tokens).toContain(`--font-text: ${stack.replaceAll(',', ', ')};`)
})
