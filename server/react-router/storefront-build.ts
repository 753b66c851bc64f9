import type { ServerBuild } from 'react-router'
import { BACK_OFFICE } from '#web/storefront/storefront-manifest.ts'

/** React Router tries all routes one after the other, and hundreds of the back office come before those of the storefront. */
export function storefrontBuild(build: ServerBuild): ServerBuild {
  const isOfBackOffice = (id: string | undefined): boolean =>
    id !== undefined && (BACK_OFFICE.has(id) || isOfBackOffice(build.routes[id]?.parentId))
  const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => !isOfBackOffice(id)))
  return { ...build, routes }
}
