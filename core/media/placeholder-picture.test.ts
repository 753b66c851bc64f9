import { expect, test } from 'vitest'
import { monogram, placeholderPicture, placeholderSvg } from './placeholder-picture.ts'

test.each([
  ['Silk Lipstick', 'SL'],
  ['Rose', 'R'],
  ['satin lipstick 3, Mulberry', 'SL'],
  ['Élan d’Or Eau de Parfum', 'ÉD'],
  ['L’Heure Bleue', 'LB'],
  ['玫瑰 精油', '玫精'],
  ['50 ml', '5M'],
  ['🌹', '–'],
  ['<script>', 'S'],
  ['&amp; "x"', 'AX'],
])('the monogram of %j is %s', (name, letters) => {
  expect(monogram(name)).toBe(letters)
  expect(placeholderSvg(`${letters}.svg`)).toContain(`>${letters}</text>`)
})

test('a product without photos shows its monogram, whatever its category', () => {
  expect(placeholderPicture({ name: 'Élan d’Or' })).toEqual({
    id: 'placeholder-ÉD',
    url: '/media/placeholders/%C3%89D.svg',
    width: 900,
    height: 1200,
    alt: 'Élan d’Or',
  })
})

test('links to former placeholders of categories work, and nothing else is a placeholder', () => {
  expect(placeholderSvg('skincare.svg')).toContain('>S</text>')
  for (const name of ['SL', 'SL.png', 'rosehip.svg', '.svg', '<a>.svg', '&.svg', 'A B.svg'])
    expect(placeholderSvg(name), name).toBeUndefined()
})
