import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { setValidationMessages } from './validation-messages.ts'

beforeAll(setValidationMessages)
afterAll(() => void z.config(z.locales.en()))

test.each<[string, z.ZodType, unknown]>([
  ['Enter a number of at most 999,999.', z.int().max(999_999), 1_000_000],
  ['Enter a number of at least 1.', z.int().min(1), 0],
  ['Enter a number above 0.', z.number().positive(), 0],
  ['Send a number.', z.int(), 'three'],
  ['Send a whole number.', z.int(), 1.5],
  ['Use at most 2,000 characters.', z.string().max(2000), 'x'.repeat(2001)],
  ['Use at least 3 characters.', z.string().min(3), 'x'],
  ['This value is required.', z.string().min(1), ''],
  ['This value is required.', z.string(), undefined],
  ['Send at most 1 item.', z.array(z.string()).max(1), ['a', 'b']],
  ['Its own message', z.string().max(1, 'Its own message'), 'ab'],
  ['Invalid option: expected one of "a"|"b"', z.enum(['a', 'b']), 'c'],
])('%s', (message, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
