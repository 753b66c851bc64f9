import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameSitePath } from './same-site-path.ts'

const ORIGIN = 'https://shop.example'

test('a path of the store stays, with its query', () => {
  expect(sameSitePath('/orders?page=2')).toBe('/orders?page=2')
})

test('nothing leads to another site', () => {
  const otherSites = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/.//evil.example',
  ]
  for (const target of [...otherSites, 'javascript:alert(1)', '', null, undefined])
    expect([target, sameSitePath(target, '/cart')]).toEqual([target, '/cart'])
  const pieces = fc.constantFrom('/', '\\', '.', '\t', '\n', '%2f', '@', ':', 'evil.example', '?', '#')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      expect(new URL(sameSitePath(`/${parts.join('')}`), ORIGIN).origin).toBe(ORIGIN)
    }),
  )
})
