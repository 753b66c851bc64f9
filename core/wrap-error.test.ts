import { expect, test } from 'vitest'
import { Refusal } from './errors.ts'
import { wrapError } from './wrap-error.ts'

test('a fault is named, and what it was asked with stays out of its words', async () => {
  const rootCause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  const queryError = new Error('Failed query: select … params: zoe@store.example', { cause: rootCause })
  const failed = wrapError('Failed to fetch cart', () => Promise.reject(queryError))
  await expect(failed).rejects.toThrow(/^Failed to fetch cart: connection refused$/)
  await expect(failed).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('a refusal is no fault', async () => {
  const refusal = new Refusal('not_found', 'This page doesn’t exist.')
  await expect(wrapError('Failed to fetch cart', () => Promise.reject(refusal))).rejects.toBe(refusal)
})

test('what is well goes through', async () => {
  expect(await wrapError('Failed to fetch cart', async () => 3)).toBe(3)
})
