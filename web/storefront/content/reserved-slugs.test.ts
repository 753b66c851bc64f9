import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { isReservedSlug } from '#core/content/content-slug.ts'
import siteMap from '#web/routes.ts'

const paths = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...(path ? [] : paths(children))])

/** Served without React Router. */
const OTHER_NAMES = ['api', 'demo', 'feeds', 'health', 'media', 'metrics', 'robots', 'sitemap', 'storage']

test('no page can have the name of an address of the store', () => {
  const names = paths(siteMap).map((path) => path.split('/')[0] ?? '')
  const ownNames = names.filter((name) => /^[a-z0-9-]+$/.test(name))
  expect(ownNames.length).toBeGreaterThan(20)
  expect([...ownNames, ...OTHER_NAMES].filter((name) => !isReservedSlug(name))).toEqual([])
})
