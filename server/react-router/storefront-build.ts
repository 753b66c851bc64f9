import type { ServerBuild } from 'react-router'

/**
 * For each page, React Router 8 tries all routes one after the other, and creates all routes of the manifest. Most are the
 * back office's.
 */
export function storefrontBuild(build: ServerBuild): ServerBuild {
  const { assets } = build
  return {
    ...build,
    routes: withoutBackOffice(build.routes),
    assets: { ...assets, routes: withoutBackOffice(assets.routes) },
  }
}

function withoutBackOffice<Routes extends object>(routes: Routes): Routes {
  return Object.fromEntries(Object.entries(routes).filter(([id]) => !BACK_OFFICE_ID.test(id))) as Routes
}

const BACK_OFFICE_ID = /^(?:legacy-)?admin\//
