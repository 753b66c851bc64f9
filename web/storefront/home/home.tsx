import { findHome } from '#core/content/published/published-content.server.ts'
import { readStoreTexts } from '#core/settings/store-identity.server.ts'
import { readShared, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/home'
import { homeMeta } from './home-meta.ts'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.server.ts'

/** The loader makes these, so that structured data adds no script. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const [home, texts] = await Promise.all([
    loadHome(
      context,
      readShared(context, ['home'], () => findHome(ctx)),
    ),
    readStoreTexts(ctx),
  ])
  return { ...home, meta: homeMeta(ctx.settings.origin, texts) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage home={loaderData} />
}
