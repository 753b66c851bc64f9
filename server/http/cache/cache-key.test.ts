import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { categoriesUrl } from '#web/storefront/filters/category-list.ts'
import { withoutUnknownParams } from './cache-key.ts'

const guest = { method: 'GET', headers: {} } as IncomingMessage

test('every filter of a list is a parameter of its page, and campaigns are not', () => {
  const url = categoriesUrl({
    ...{ category: 'Makeup', sort: 'price', cursor: 'c', colorGroup: 'red', size: '5 g' },
    ...{ minPrice: 100, maxPrice: 200, availability: 'any', with: 'glycerin', without: 'fragrance' },
  })
  expect(withoutUnknownParams(guest, url)).toBe(url)
  expect(withoutUnknownParams(guest, `${url}&utm_source=mail`)).toBe(url)
})
