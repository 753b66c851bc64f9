import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, fromOklch, HEX_COLOR, toOklch } from './color.ts'
import { DEFAULT_COLORS, derivePalette, describeCorrection, findColorProblem } from './palette.ts'

const SURFACES = ['paper', 'paper-deep', 'blush', 'white'] as const
const TEXTS = ['ink', 'ink-soft', 'rosewood', 'rosewood-deep', 'moss'] as const

test('without other colors, the palette is that of the stylesheet', () => {
  const stylesheet = readFileSync('web/tokens.css', 'utf8')
  for (const [name, color] of Object.entries(derivePalette(DEFAULT_COLORS)))
    expect(stylesheet).toContain(`--color-${name}: ${color};`)
})

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('a color survives the way to OKLCH and back', () => {
  for (const color of ['#7a2e35', '#0000ff', '#f7f2eb', '#000000', '#ffffff'])
    expect(fromOklch(toOklch(color))).toBe(color)
})

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)

test('of any two colors that are accepted, text has a contrast of 4.5:1 on every surface, and edges one of 3:1', () => {
  fc.assert(
    fc.property(color, color, (background, accent) => {
      fc.pre(!findColorProblem({ background, accent }))
      const palette = derivePalette({ background, accent })
      for (const value of Object.values(palette)) expect(value).toMatch(HEX_COLOR)
      for (const surface of SURFACES) {
        for (const text of TEXTS)
          expect(contrast(palette[text], palette[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(
            4.5,
          )
        expect(contrast(palette.control, palette[surface])).toBeGreaterThanOrEqual(3)
      }
      // Buttons: white and paper on ink and the accent.
      for (const text of [palette.white, palette.paper])
        for (const fill of [palette.ink, palette.rosewood])
          expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('two whites are refused, and so is a dark background', () => {
  expect(findColorProblem({ background: '#ffffff', accent: '#ffffff' })).toEqual({
    accent:
      'This color is nearly the background (contrast 1.0:1, and text needs 4.5:1). Choose a darker one.',
  })
  expect(findColorProblem({ background: '#fffdfa', accent: '#f7f2eb' })).toHaveProperty('accent')
  expect(findColorProblem({ background: '#241a17', accent: '#ffffff' })).toEqual({
    background: 'This background is too dark for the text on it. Choose a lighter color.',
  })
  expect(findColorProblem(DEFAULT_COLORS)).toBeUndefined()
})

test('a pale accent is darkened, and the owner sees it', () => {
  const colors = { background: '#ffffff', accent: '#e8a0b0' }
  expect(describeCorrection(colors)).toMatch(
    /^#e8a0b0 has a contrast of 1\.\d:1, and text needs 4\.5:1, so the store uses the darker #[0-9a-f]{6}\.$/,
  )
  expect(describeCorrection({ background: '#ffffff', accent: '#1d4d4f' })).toBeUndefined()
})
