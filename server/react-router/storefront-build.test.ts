import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { listPages } from '#test/pages.tsx'
import { storefrontBuild } from './storefront-build.ts'

test('the storefront’s build has all pages but the back office’s', async () => {
  const pages = await listPages()
  const routes = Object.fromEntries(pages.map((page) => [page.id, page]))
  const build = { routes, assets: { routes } } as unknown as ServerBuild
  const isOfStorefront = ({ path, id }: (typeof pages)[number]) =>
    !/^\/(?:legacy-)?admin(?:\/|$)/.test(path) || id.startsWith('account/') || id === 'admin-setup'
  const expected = pages.filter(isOfStorefront).map(({ id }) => id)
  const { routes: storefrontRoutes, assets } = storefrontBuild(build)
  expect(Object.keys(storefrontRoutes)).toEqual(expected)
  expect(Object.keys(assets.routes)).toEqual(expected)
})
