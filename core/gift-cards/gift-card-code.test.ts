import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCode, formatGiftCardCode, normalizeGiftCardCode } from './gift-card.ts'
import { deriveCode, hashCode, revealCode } from './gift-card-code.server.ts'

test('every code has 26 characters and stands for its 128 bits', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      expect(encodeCode(first)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      expect(encodeCode(first) === encodeCode(second)).toBe(first.join() === second.join())
    }),
  )
})

test('a code is the same however it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const code = encodeCode(bytes)
      const typed = [formatGiftCardCode(code), code.toLowerCase(), ` ${code.replaceAll('0', 'o')} `]
      for (const text of typed) expect(normalizeGiftCardCode(text)).toBe(code)
    }),
  )
})

test('a code is shown as long as AUTH_SECRET, or the one before, is the one that it was made with', () => {
  const card = { id: 'gft_1', codeVersion: 1 }
  const codeHash = hashCode(deriveCode({ secret: 'old' }, card))
  expect(revealCode({ secret: 'old' }, { ...card, codeHash })).toBe(deriveCode({ secret: 'old' }, card))
  expect(revealCode({ secret: 'new', previousSecret: 'old' }, { ...card, codeHash })).toBeDefined()
  expect(revealCode({ secret: 'new' }, { ...card, codeHash })).toBeUndefined()
  expect(deriveCode({ secret: 'old' }, { ...card, codeVersion: 2 })).not.toBe(
    deriveCode({ secret: 'old' }, card),
  )
})
