import { expect, test } from 'vitest'
import { type Form, TONES } from './drawn.ts'
import { drawnFor } from './still-life.ts'

const named = (name: string, category = 'Skincare') =>
  drawnFor({ slug: name.toLowerCase().replaceAll(/\W+/g, '-'), name, category })

test.each<[string, Form]>([
  ['Rose Hip Night Serum', 'dropper'],
  ['White Peony Day Cream', 'jar'],
  ['Pink Clay Mask', 'jar'],
  ['Quince Tinted Lip Balm', 'jar'],
  ['Amber Solid Perfume', 'jar'],
  ['Oat Milk Cleanser', 'tube'],
  ['Mineral Sunscreen SPF 50', 'tube'],
  ['Sea Fennel Hand Cream', 'tube'],
  ['Rosemary Shampoo', 'pump'],
  ['Camellia Hair Oil', 'pump'],
  ['Almond Body Lotion', 'pump'],
  ['Skin Veil Foundation in Warm Sand', 'pump'],
  ['Rice Milk Conditioner', 'bottle'],
  ['Apricot Kernel Body Oil', 'bottle'],
  ['Orange Blossom Facial Mist', 'bottle'],
  ['Satin Lipstick in Mulberry', 'lipstick'],
  ['Glass Lip Gloss', 'lipstick'],
  ['Powder Blush in Afternoon', 'compact'],
  ['Powder Foundation', 'compact'],
  ['Moonlit Highlighter', 'compact'],
  ['Dusk Eyeshadow Palette', 'palette'],
  ['Long Night Mascara', 'mascara'],
  ['Ink Eyeliner', 'mascara'],
  ['Soft Powder Brush', 'brush'],
  ['Wide-Tooth Comb', 'comb'],
  ['Iris Letter Extrait de Parfum', 'perfume'],
  ['Cedar and Salt Eau de Parfum', 'perfume'],
  ['Beeswax Candle', 'candle'],
  ['Fig Tree Room Diffuser', 'diffuser'],
  ['Rose Quartz Gua Sha', 'stone'],
  ['Jade Roller', 'stone'],
  ['Travel Mirror', 'mirror'],
])('%s is drawn as a %s', (name, form) => {
  expect(named(name).form).toBe(form)
})

test('a word inside another word does not count', () => {
  expect(named('Honeycomb Polish').form).toBe('jar')
  expect(named('Gold Foil', 'Makeup').form).toBe('compact')
})

test('a name that says nothing falls back to its category, then to a plain bottle', () => {
  expect(named('Solstice', 'Skincare').form).toBe('jar')
  expect(named('Solstice', 'Makeup').form).toBe('compact')
  expect(named('Solstice', 'Haircare').form).toBe('bottle')
  expect(named('Solstice', 'Fragrance').form).toBe('perfume')
  expect(named('Solstice', 'Tools & Accessories').form).toBe('mirror')
  expect(named('Solstice', 'Something new').form).toBe('bottle')
})

test('a product always gets the same picture, whatever else is on the shelf', () => {
  const product = { slug: 'solstice', name: 'Solstice', category: 'Fragrance' }
  expect(drawnFor(product)).toEqual(drawnFor({ ...product }))
  expect(drawnFor(product)).toEqual({ form: 'perfume', tone: 'ink' })
})

test('a name that speaks of a colour is shown in it', () => {
  expect(named('Rose Quartz Gua Sha').tone).toBe('blush')
  expect(named('Rosemary Shampoo').tone).toBe('moss')
  expect(named('Amber Solid Perfume').tone).toBe('amber')
})

test('names without a colour spread over all tones', () => {
  const tones = Array.from({ length: 60 }, (_, i) => named(`Solstice ${i}`).tone)
  expect(new Set(tones)).toEqual(new Set(TONES))
})
