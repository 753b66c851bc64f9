import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor, requireCursorType } from './cursor.ts'

const INVALID = { code: 'invalid_input', fields: { cursor: 'Use a next_cursor that this list returned.' } }

test('a cursor reads back as it was written, and fits in a URL without escaping', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
  )
  fc.assert(
    fc.property(value, text, (sortValue, id) => {
      const cursor = encodeCursor({ value: sortValue, id })
      expect(encodeURIComponent(cursor)).toBe(cursor)
      const decoded = decodeCursor(cursor)
      expect(decoded).toEqual(JSON.parse(JSON.stringify({ value: sortValue, id })))
    }),
  )
})

test('any other text is refused with an error that a shopper can read, never a crash', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      (cursor) => {
        try {
          const { value, id } = decodeCursor(cursor)
          expect(['string', 'number']).toContain(typeof value)
          expect(typeof id).toBe('string')
        } catch (error) {
          expect(error).toMatchObject({
            ...INVALID,
            message: 'This page doesn’t exist. Go back to the first page.',
          })
        }
      },
    ),
  )
})

test.each([
  ['an object', '{"value":1,"id":"a"}'],
  ['too short', '["a"]'],
  ['too long', '["a","b","c"]'],
  ['without an ID', '["a",1]'],
  ['with a NUL in its value', '["\\u0000","a"]'],
  ['with a NUL in its ID', '["a","\\u0000"]'],
  ['null', 'null'],
  ['infinite', '[1e999,"a"]'],
])('a cursor that is %s is refused', (_, json) => {
  expect(() => decodeCursor(Buffer.from(json).toString('base64url'))).toThrow(
    expect.objectContaining(INVALID),
  )
})

describe('a timestamp', () => {
  const TIME = '2026-11-20T13:07:00.000Z'

  test('is only our own format', () => {
    const others = ['2026-11-20', '2026-11-20T13:07:00Z', '2026-13-40T00:00:00.000Z', 'now', 'infinity', 0]
    for (const value of [...others, '+275760-09-13T00:00:00.000Z'])
      expect(() => requireCursorType('timestamptz', { value, id: 'a' })).toThrow('different sort order')
  })

  test.each([
    ['timestamptz', [TIME], ['Rose', 7]],
    ['text', ['Rose', TIME], [7]],
    ['bigint', [7, -7], ['7', 1.5, 2 ** 53]],
  ] as const)(
    'or text or number of another sort is refused in a list sorted by %s',
    (type, valid, invalid) => {
      for (const value of valid)
        expect(requireCursorType(type, { value, id: 'a' })).toEqual({ value, id: 'a' })
      for (const value of invalid)
        expect(() => requireCursorType(type, { value, id: 'a' })).toThrow(
          expect.objectContaining({
            code: 'invalid_input',
            message: 'This page belongs to a different sort order. Go back to the first page.',
          }),
        )
    },
  )
})
