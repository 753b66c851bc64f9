import type { MetaDescriptor } from 'react-router'
import { findHome } from '#core/content/published/published-content.server.ts'
import { readShared, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/home'
import { homeMeta } from './home-meta.ts'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.server.ts'

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return homeMeta(matches[0].loaderData?.origin)
}

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(
    context,
    readShared(context, ['home'], () => findHome(shopContext(context))),
  )
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage home={loaderData} />
}
