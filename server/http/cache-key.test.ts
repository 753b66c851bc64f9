import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { cacheKey, withoutUnknownParams } from './cache-key.ts'

const incoming = { method: 'GET', headers: {} } as IncomingMessage

test('React Router’s lookup of routes keeps its parameters, and is not cached as a page', () => {
  const path = '/__manifest?paths=%2Fcart&version=1'
  expect(withoutUnknownParams(incoming, path)).toBe(path)
  expect(cacheKey(incoming, '/__manifest?paths=/cart&version=1')).toBeUndefined()
})
