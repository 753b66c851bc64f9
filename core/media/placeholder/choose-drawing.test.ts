import { expect, test } from 'vitest'
import { chooseDrawing } from './choose-drawing.ts'
import { type Form, TONES } from './product-drawing.ts'

const chooseFor = (name: string, category = 'Skincare') =>
  chooseDrawing({ slug: name.toLowerCase().replaceAll(/\W+/g, '-'), name, category })

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
  expect(chooseFor(name).form).toBe(form)
})

test('a word inside another word does not count', () => {
  expect(chooseFor('Honeycomb Polish').form).toBe('jar')
  expect(chooseFor('Gold Foil', 'Makeup').form).toBe('compact')
})

test('a name without a known word falls back to its category, then to a plain bottle', () => {
  expect(chooseFor('Solstice', 'Skincare').form).toBe('jar')
  expect(chooseFor('Solstice', 'Makeup').form).toBe('compact')
  expect(chooseFor('Solstice', 'Haircare').form).toBe('bottle')
  expect(chooseFor('Solstice', 'Fragrance').form).toBe('perfume')
  expect(chooseFor('Solstice', 'Tools & Accessories').form).toBe('mirror')
  expect(chooseFor('Solstice', 'Something new').form).toBe('bottle')
})

test('a product always gets the same picture, whatever else is in the catalog', () => {
  const product = { slug: 'solstice', name: 'Solstice', category: 'Fragrance' }
  expect(chooseDrawing(product)).toEqual(chooseDrawing({ ...product }))
  expect(chooseDrawing(product)).toEqual({ form: 'perfume', tone: 'ink' })
})

test('a color in the name sets the tone', () => {
  expect(chooseFor('Rose Quartz Gua Sha').tone).toBe('blush')
  expect(chooseFor('Rosemary Shampoo').tone).toBe('moss')
  expect(chooseFor('Amber Solid Perfume').tone).toBe('amber')
})

test('names without a color are spread over all tones', () => {
  const tones = Array.from({ length: 60 }, (_, i) => chooseFor(`Solstice ${i}`).tone)
  expect(new Set(tones)).toEqual(new Set(TONES))
})
