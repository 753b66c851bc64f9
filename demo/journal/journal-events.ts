import { publish } from '#core/content/publish-content.server.ts'
import { createContent } from '#core/content/save-content.server.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import { adminContext, lookUp, type SeedEvent, type SeedStore } from '../seed-store.ts'
import { type DemoPost, POSTS } from './posts.ts'

/** Posts of the Journal: published ones, one that is scheduled, and a draft. */
export function journalEvents(now: number): SeedEvent[] {
  return POSTS.map((post) => {
    const at = post.daysAgo !== null && post.daysAgo > 0 ? now - post.daysAgo * DAY_MS : now - HOUR_MS
    return { at, run: (store) => writePost(store, post, { now, at }) }
  })
}

async function writePost(
  store: SeedStore,
  { fields, daysAgo }: DemoPost,
  { now, at }: { now: number; at: number },
): Promise<void> {
  const ctx = adminContext(store, at)
  const draft = { kind: 'post' as const, fields: fields((slug) => lookUp(store.productIds, slug)) }
  const { id, version } = await createContent(ctx, draft)
  if (daysAgo === null) return
  await publish(ctx, id, { version, ...(daysAgo < 0 && { at: new Date(now - daysAgo * DAY_MS) }) })
}
