import { expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { feedMeasures, parseSize, unitPrice } from './size.ts'

test.each([
  [6800, { quantity: 30, unit: 'ml' }, 'US', '$22.67', '10 ml'],
  [3800, { quantity: 3.5, unit: 'g' }, 'GB', '£86.86', '10 g'],
  [3200, { quantity: 100, unit: 'ml' }, 'US', '$32.00', '100 ml'],
  [3000, { quantity: 1.5, unit: 'l' }, 'US', '$20.00', '1 l'],
  [4000, { quantity: 8, unit: 'oz' }, 'US', '$5.00', '1 oz'],
  [2400, { quantity: 250, unit: 'ml' }, 'IN', '₹797', '100 ml'],
] as const)('%i cents for %o are in %s %s for %s', (price, size, region, display, per) => {
  expect(unitPrice(price, size, DEFAULT_REGIONS[region])).toEqual({
    price: expect.objectContaining({ display }),
    per,
  })
})

test('pieces have no unit price, and only units that product feeds know are in them', () => {
  for (const unit of ['tea lights', 'constructor'])
    expect(unitPrice(2400, { quantity: 12, unit }, DEFAULT_REGIONS.US)).toBeNull()
  expect(feedMeasures({ quantity: 12, unit: 'tea lights' })).toBeNull()
  expect(feedMeasures({ quantity: 8, unit: 'fl oz' })).toEqual({ measure: '8 floz', base: '1 floz' })
  expect(feedMeasures({ quantity: 30, unit: 'ml' })).toEqual({ measure: '30 ml', base: '100 ml' })
})

test.each([
  ['30 ML', 30, 'ml'],
  ['1.7oz', 1.7, 'oz'],
  ['200 bougies', 200, 'bougies'],
] as const)('“%s” is %d %s', (text, sizeQuantity, sizeUnit) => {
  expect(parseSize(text)).toEqual({ sizeQuantity, sizeUnit })
})

test.each(['ml', '30', '30 #', '-1 ml'])('“%s” is no size', (text) => {
  expect(parseSize(text)).toEqual({ error: expect.any(String) })
})
