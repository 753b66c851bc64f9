import { readFileSync, writeFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/**
 * Writes core/brand/letter-outlines.json: the capitals, digits, and marks of Bodoni Moda as paths, in thousandths of an em, so
 * that the store draws icons without a font. Run it after an update of the font: node scripts/brand/write-letter-outlines.ts
 */
const FOLDER = 'node_modules/@fontsource-variable/bodoni-moda/files'
const TARGET = 'core/brand/letter-outlines.json'

const fonts = ['latin', 'latin-ext'].map(
  (subset) => create(readFileSync(`${FOLDER}/bodoni-moda-${subset}-opsz-normal.woff2`)) as Font,
)

const MARKS = " 0123456789&.,’'-–"
const capitals = Array.from({ length: 0x24f - 0x40 }, (_, index) => String.fromCodePoint(0x41 + index))
const letters = [...MARKS, ...capitals.filter((letter) => /^\p{Lu}$/u.test(letter))]

const outlines = letters.flatMap((letter) => {
  const code = letter.codePointAt(0) ?? 0
  const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code))
  if (!font) return []
  const glyph = font.glyphForCodePoint(code)
  const scale = 1000 / font.unitsPerEm
  const path = glyph.path.scale(scale, -scale).toSVG()
  const rounded = path.replaceAll(/-?\d+(?:\.\d+)?/g, (number) => String(Math.round(Number(number))))
  return [[letter, { width: Math.round(glyph.advanceWidth * scale), path: rounded }]]
})
writeFileSync(TARGET, `${JSON.stringify(Object.fromEntries(outlines))}\n`)
