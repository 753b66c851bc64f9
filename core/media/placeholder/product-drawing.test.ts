import { expect, test } from 'vitest'
import { MOODS } from '../mood.ts'
import { drawMood } from './mood-drawing.ts'
import { drawProduct, FORMS, type ProductDrawing, TONES } from './product-drawing.ts'

const allDrawings: ProductDrawing[] = FORMS.flatMap((form) => TONES.map((tone) => ({ form, tone })))
const moods = MOODS.map(drawMood)
const pictures = [...allDrawings.map(drawProduct), ...moods]

test('every picture is well-formed XML', () => {
  for (const svg of pictures) expect(findMarkupErrors(svg)).toEqual([])
})

test('every drawing is a portrait of at most 8 kB, every mood a landscape of at most 24 kB', () => {
  for (const drawing of allDrawings) {
    const svg = drawProduct(drawing)
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 900 1200">/)
    expect(svg.length, `${drawing.form} in ${drawing.tone}`).toBeLessThanOrEqual(8000)
  }
  for (const svg of moods) {
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1600 1000">/)
    expect(svg.length).toBeLessThanOrEqual(24_000)
  }
})

test('a picture has no scripts, no external resources, and no slow filters', () => {
  for (const svg of pictures) {
    expect(svg).not.toMatch(/<script|<foreignObject|<image|<style|\son\w+=|href|feTurbulence/i)
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('//')
  }
})

test('no picture contains a missing value', () => {
  for (const svg of pictures) expect(svg).not.toMatch(/NaN|undefined|Infinity|null|\[object/)
})

test('two pictures on one page never share an ID, and each references only its own', () => {
  const seen = new Set<string>()
  for (const svg of pictures) {
    const ownIds = ids(svg)
    expect(ownIds.filter((id) => seen.has(id))).toEqual([])
    expect(new Set(ownIds).size).toBe(ownIds.length)
    expect(references(svg).filter((id) => !ownIds.includes(id))).toEqual([])
    for (const id of ownIds) seen.add(id)
  }
})

test('a picture contains no unused gradient or clip', () => {
  for (const svg of pictures) expect(ids(svg).filter((id) => !references(svg).includes(id))).toEqual([])
})

test('drawing the same picture twice gives the same markup', () => {
  for (const drawing of allDrawings) expect(drawProduct(drawing)).toBe(drawProduct({ ...drawing }))
})

test('every form and every tone looks different', () => {
  const withoutIds = allDrawings.map((drawing) =>
    drawProduct(drawing).replaceAll(`${drawing.form}-${drawing.tone}`, ''),
  )
  expect(new Set(withoutIds).size).toBe(allDrawings.length)
})

const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')
const references = (svg: string) => [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id ?? '')

/** Finds tags left open or closed in the wrong order, and attributes not written as name="value". */
function findMarkupErrors(svg: string): string[] {
  const open: string[] = []
  const errors: string[] = svg.replaceAll(/<[^<>]+>/g, '').trim() ? ['text outside of tags'] : []
  for (const [tag, slash, name = '', attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g,
  )) {
    const names = [...attributes.matchAll(/ ([\w:-]+)="[^"<>&]*"/g)]
    if (names.map(([whole]) => whole).join('') !== attributes) errors.push(tag)
    if (new Set(names.map(([, key]) => key)).size !== names.length) errors.push(tag)
    if (slash) {
      if (open.pop() !== name) errors.push(tag)
    } else if (!selfClosing) open.push(name)
  }
  return [...errors, ...open]
}
