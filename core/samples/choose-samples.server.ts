import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { CartLine } from '../cart/cart-line.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { formatMoney } from '../money.ts'
import type { Region } from '../regions/regions.ts'
import type { SampleSettings } from '../settings/sample-settings.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { IS_OFFERED } from './offered-samples.server.ts'
import { sampleCount, sampleProgress } from './sample.ts'

export type ChosenSample = CartLine & { name: string }

type SampleChoice = {
  ids: readonly string[]
  /** Units by product that an earlier attempt of the same shopper holds. */
  heldStock?: ReadonlyMap<string, number> | undefined
}

/** Refuses what can't be chosen, and names it. A purchase without samples costs no statement. */
export async function loadChosenSamples(
  tx: Db,
  { enabled, choose }: SampleSettings,
  { ids, heldStock }: SampleChoice,
): Promise<ChosenSample[]> {
  if (!ids.length) return []
  if (!enabled) throw refuseSamples('conflict', 'This store doesn’t offer samples right now.')
  if (new Set(ids).size < ids.length) throw invalidInput('samples', 'Choose each sample only once.')
  if (ids.length > choose)
    throw invalidInput('samples', `Choose at most ${sampleCount(choose)} for an order.`)
  const rows = await query(tx, SampleRow)`
    select p.id as "productId", p.name, l.available as stock
    from samples s join products p on p.id = s.product_id join stock_levels l on l.product_id = p.id
    where p.id = any(${ids}::text[]) and ${IS_OFFERED}`
  const samples = ids.map((id) => rows.find(({ productId }) => productId === id))
  const soldOut = samples.filter(
    (sample) => sample && sample.stock + (heldStock?.get(sample.productId) ?? 0) < 1,
  )
  if (soldOut.length)
    throw refuseSamples(
      'out_of_stock',
      `${soldOut.map((sample) => sample?.name).join(' and ')} is out of stock. Please choose another sample.`,
    )
  return samples.map((sample) => {
    if (!sample)
      throw refuseSamples('not_found', 'A sample is no longer available. Please choose another one.')
    return { productId: sample.productId, name: sample.name, quantity: 1 }
  })
}

/** Samples come with an order, never alone. */
export function requireSampleMinimum(
  samples: readonly ChosenSample[],
  settings: SampleSettings,
  { subtotal, region }: { subtotal: number; region: Region },
): void {
  if (!samples.length) return
  const { minimum, missing } = sampleProgress(settings, region, subtotal)
  if (missing === 0) return
  const amount = formatMoney({ amount: minimum, currency: region.currency })
  throw refuseSamples('conflict', `Samples come with orders of ${amount} or more.`)
}

/** For a quote. */
export async function previewSamples(
  ctx: Context,
  ids: readonly string[],
  quoted: { subtotal: number; region: Region },
): Promise<ChosenSample[]> {
  const { samples: settings } = await readStoreSettings(ctx.db, ctx.log)
  const samples = await loadChosenSamples(ctx.db, settings, { ids })
  requireSampleMinimum(samples, settings, quoted)
  return samples
}

function refuseSamples(code: 'conflict' | 'out_of_stock' | 'not_found', message: string): Refusal {
  return new Refusal(code, message, { samples: message })
}

const SampleRow = z.strictObject({ productId: z.string(), name: z.string(), stock: z.int() })
