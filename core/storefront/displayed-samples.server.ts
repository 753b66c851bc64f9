import type { Context } from '../context.ts'
import { listOfferedSamples } from '../samples/offered-samples.server.ts'
import { sampleProgress } from '../samples/sample.ts'
import type { SampleSettings } from '../settings/sample-settings.ts'
import type { DisplayedSamples } from './displayed-samples.ts'

type SampleChoice = { subtotal: number; chosen: readonly string[] }

/** Null if there are none to choose. */
export async function getDisplayedSamples(
  ctx: Context,
  settings: SampleSettings,
  { subtotal, chosen: requested }: SampleChoice,
): Promise<DisplayedSamples | null> {
  const progress = sampleProgress(settings, ctx.region, subtotal)
  const offered = await listOfferedSamples(ctx)
  if (!offered.length) return null
  const available = new Set(offered.flatMap(({ productId, inStock }) => (inStock ? [productId] : [])))
  const chosen =
    progress.missing > 0 ? [] : requested.filter((id) => available.has(id)).slice(0, progress.choose)
  return { ...progress, offered, chosen, hasLost: chosen.length < requested.length }
}
