import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import type { Context } from '../context.ts'
import { DEFAULT_SAMPLES, type SampleSettings } from '../settings/sample-settings.ts'
import { forgetStoreSettings, saveSetting } from '../settings/store-settings.server.ts'
import { createSample } from './manage-samples.server.ts'
import type { AdminSample } from './sample-list.server.ts'

/** A store offers samples only if its owner turns them on. By default, two from $75. */
export async function offerSamples(ctx: Context, changes: Partial<SampleSettings> = {}): Promise<void> {
  const value = { ...DEFAULT_SAMPLES, enabled: true, ...changes }
  await saveSetting(ctx.db, { key: 'samples', value, actorId: 'test' })
  forgetStoreSettings(ctx.db)
}

/** Of a new product, unless one is given. */
export async function buildSample(
  ctx: Context,
  { stock = 5, ...draft }: { stock?: number; product?: string; name?: string } = {},
): Promise<AdminSample> {
  const product = draft.product ?? (await buildProduct(ctx)).id
  return createSample(await asAdmin(ctx), { ...draft, product, stock })
}
