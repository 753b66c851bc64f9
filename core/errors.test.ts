import { expect, test } from 'vitest'
import { Refusal, wrapError } from './errors.ts'

test('a failure says what failed and leaves out query parameters', async () => {
  const rootCause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  const queryError = new Error('Failed query: select … params: zoe@store.example', { cause: rootCause })
  const failed = wrapError('Failed to fetch cart', () => Promise.reject(queryError))
  await expect(failed).rejects.toThrow(/^Failed to fetch cart: connection refused$/)
  await expect(failed).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('a refusal passes through unchanged', async () => {
  const refusal = new Refusal('not_found', 'This page doesn’t exist.')
  await expect(wrapError('Failed to fetch cart', () => Promise.reject(refusal))).rejects.toBe(refusal)
})

test('a result passes through unchanged', async () => {
  expect(await wrapError('Failed to fetch cart', async () => 3)).toBe(3)
})
