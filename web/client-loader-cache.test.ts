import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoaderCache } from './client-loader-cache.ts'

const browser = { cookie: '' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', browser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  browser.cookie = ''
})

function countLoads() {
  const cached = createLoaderCache<string>()
  const loads: string[] = []
  const visit = (url: string) =>
    cached(url, async () => {
      loads.push(url)
      return `${url}, load ${loads.length}`
    })
  return { loads, visit }
}

test('a list is loaded again after five minutes, not earlier', async () => {
  const { loads, visit } = countLoads()
  const first = await visit('/categories')
  vi.advanceTimersByTime(299_000)
  expect([await visit('/categories'), loads]).toEqual([first, ['/categories']])
  vi.advanceTimersByTime(2000)
  expect(await visit('/categories')).not.toBe(first)
  expect(loads).toHaveLength(2)
})

test('another list, and one in another currency, is loaded by itself', async () => {
  const { loads, visit } = countLoads()
  await visit('/categories')
  await visit('/categories?sort=price')
  browser.cookie = 'userSelectedRegion=GB'
  await visit('/categories')
  await visit('/categories')
  expect(loads).toEqual(['/categories', '/categories?sort=price', '/categories'])
})

test('the oldest lists are loaded again once there are more than thirty', async () => {
  const { loads, visit } = countLoads()
  for (let page = 0; page <= 30; page++) await visit(`/categories?page=${page}`)
  await visit('/categories?page=30')
  expect(loads).toHaveLength(31)
  await visit('/categories?page=0')
  expect(loads).toHaveLength(32)
})
