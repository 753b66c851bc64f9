import { expect, test } from 'vitest'
import { handleSlug } from './handle-slug.server.ts'

test('a handle that can be an address stays as it is, even a long one', () => {
  const long = `${'light-stroller-'.repeat(9)}x`
  expect([handleSlug('rose-oil'), handleSlug(long)]).toEqual(['rose-oil', long])
  expect(handleSlug('untitled-nov5_04-35')).toBe('untitled-nov5-04-35')
  expect(handleSlug('Crème Brûlée')).toBe('creme-brulee')
})

test('handles in other scripts, and long ones that begin alike, have slugs of their own', () => {
  const handles = [
    'لوشن-العنود',
    'شاور-جل-العنود',
    '玫瑰水',
    '-',
    '🌹',
    'a'.repeat(300),
    `${'a'.repeat(300)}b`,
  ]
  const slugs = handles.map(handleSlug)
  expect(new Set(slugs).size).toBe(handles.length)
  expect(slugs.slice(0, 3)).toEqual([
    expect.stringMatching(/^product-[0-9a-f]{6}$/),
    expect.stringMatching(/^product-[0-9a-f]{6}$/),
    expect.stringMatching(/^product-[0-9a-f]{6}$/),
  ])
  expect(handles.map(handleSlug)).toEqual(slugs)
})
