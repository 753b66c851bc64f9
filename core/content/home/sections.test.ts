import { expect, test } from 'vitest'
import { HomeFields } from '../content.ts'
import { HOME } from '../defaults/home.ts'
import { type HomeSection, moveSection } from './sections.ts'

const ORDER: HomeSection[] = ['offers', 'products', 'story', 'categories', 'tiles']

test('a section moves by one place, and not beyond the first or the last', () => {
  const up = moveSection(ORDER, 'story', -1)
  expect(up).toEqual(['offers', 'story', 'products', 'categories', 'tiles'])
  const first = moveSection(up, 'story', -1)
  expect(first).toEqual(['story', 'offers', 'products', 'categories', 'tiles'])
  expect(moveSection(first, 'story', -1)).toEqual(first)
  const last = moveSection(ORDER, 'categories', 1)
  expect(last).toEqual(['offers', 'products', 'story', 'tiles', 'categories'])
  expect(moveSection(last, 'categories', 1)).toEqual(last)
})

test('an order names each section once, with offers, products, and tiles in this order', () => {
  const isAccepted = (sections: string[]) => HomeFields.safeParse({ ...HOME, sections }).success
  expect(isAccepted(['categories', 'offers', 'products', 'tiles', 'story'])).toBe(true)
  for (const sections of [
    [],
    ['offers', 'products', 'story', 'tiles'],
    ['offers', 'products', 'story', 'story', 'tiles'],
    [...ORDER, 'story'],
    ['products', 'offers', 'story', 'categories', 'tiles'],
    ['offers', 'tiles', 'story', 'categories', 'products'],
    ['offers', 'products', 'story', 'categories', 'films'],
  ])
    expect(isAccepted(sections), sections.join()).toBe(false)
})
