import { readFileSync, statSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { HEADING_TYPEFACES, TEXT_TYPEFACES, TYPEFACES, type TypefaceId } from './typefaces.ts'

const PACKAGES = 'node_modules/@fontsource-variable'
/** Of the alphabets of European languages that are written in Latin letters, with prices and typography. */
const REQUIRED =
  'AÁÀÂÄÃÅĄĂÆBCĆČÇDĐĎÐEÉÈÊËĘĚĖFGĞĢHIÍÌÎÏİĮJKĶLŁĽĻMNŃŇÑŅOÓÒÔÖÕŐØŒPQRŘSŚŠŞȘẞTŤȚÞUÚÙÛÜŰŮŲŪVWXYÝZŹŻŽ' +
  'aáàâäãåąăæbcćčçdđďðeéèêëęěėfgğģhiíìîïıįjkķlłľļmnńňñņoóòôöõőøœpqrřsśšşșßtťțþuúùûüűůųūvwxyýzźżž' +
  '0123456789.,:;!?&%()/-–—’‘“”…·©€£$'
/** Of the parts that a page in English loads. */
const MAX_BYTES = { latin: 60_000, extended: 60_000 }

const ids = Object.keys(TYPEFACES) as TypefaceId[]
const axisOf = (id: TypefaceId) => (id === 'bodoni-moda' ? 'opsz' : 'wght')
const fileOf = (id: TypefaceId, part: 'latin' | 'latin-ext') =>
  `${PACKAGES}/${id}/files/${id}-${part}-${axisOf(id)}-normal.woff2`
const openFont = (file: string) => create(readFileSync(file)) as Font

function missingLetters(fonts: Font[]): string {
  const has = (letter: string) => fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return Array.from(REQUIRED)
    .filter((letter) => !has(letter))
    .join('')
}

test.for(ids)('%s has every letter of Latin alphabets', (id) => {
  expect(missingLetters([openFont(fileOf(id, 'latin')), openFont(fileOf(id, 'latin-ext'))])).toBe('')
})

test('a font that lacks Ł is noticed', () => {
  expect(missingLetters([openFont(fileOf('jost', 'latin'))])).toContain('Ł')
})

test.for(ids)('the metrics of %s are those of its file', (id) => {
  const { unitsPerEm, ascent, descent, lineGap, variationAxes } = openFont(fileOf(id, 'latin'))
  const typeface = TYPEFACES[id]
  expect(lineGap).toBe(0)
  expect(typeface.ascent).toBeCloseTo(ascent / unitsPerEm, 3)
  expect(typeface.descent).toBeCloseTo(-descent / unitsPerEm, 3)
  const { min = 0, max = 0 } = variationAxes.wght ?? {}
  expect(typeface.weights).toEqual([min, max])
})

test.for(ids)('%s is small, and may be served', (id) => {
  const latin = id === 'bodoni-moda' ? 'web/fonts/bodoni-moda-latin.woff2' : fileOf(id, 'latin')
  expect(statSync(latin).size).toBeLessThan(MAX_BYTES.latin)
  expect(statSync(fileOf(id, 'latin-ext')).size).toBeLessThan(MAX_BYTES.extended)
  expect(readFileSync(`${PACKAGES}/${id}/LICENSE`, 'utf8')).toMatch(/SIL Open Font License, Version 1\.1/i)
  expect(JSON.parse(readFileSync(`${PACKAGES}/${id}/package.json`, 'utf8')).license).toBe('OFL-1.1')
})

test('headings need weight 400, and text 400 to 600', () => {
  for (const id of HEADING_TYPEFACES) expect(TYPEFACES[id].weights[0]).toBeLessThanOrEqual(400)
  for (const id of TEXT_TYPEFACES) {
    const [min, max] = TYPEFACES[id].weights
    expect([min <= 400, max >= 600]).toEqual([true, true])
  }
})

test('the files that pages load are those that are checked', () => {
  const imports = readFileSync('web/fonts/typeface-files.ts', 'utf8').matchAll(/'(@fontsource[^?]+)\?url'/g)
  const checked = ids.flatMap((id) => [fileOf(id, 'latin'), fileOf(id, 'latin-ext')])
  for (const [, file] of imports) expect(checked).toContain(`node_modules/${file}`)
})
