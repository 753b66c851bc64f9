import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { categoryNames, isInCategories } from '../categories/categories.server.ts'
import { COLOR_GROUPS, type ListingOptions } from './listing.ts'

/** More sizes than this are no help in a filter. */
const MAX_SIZES = 24
const MAX_ROWS = 100

/** What shoppers can filter a category by, or all listings. */
export async function findListingOptions(
  ctx: Context,
  category: string | undefined,
): Promise<ListingOptions> {
  const categories = await categoryNames(ctx, category)
  const rows = await query(ctx.reads ?? ctx.db, OptionRow)`
    select distinct kind, value from listing_options where ${isInCategories(sql`category`, categories)}
    order by kind, value limit ${MAX_ROWS}`
  const values = (kind: OptionRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ value }) => value)
  return toListingOptions(values('color'), values('size'))
}

const OptionRow = z.strictObject({ kind: z.enum(['color', 'size']), value: z.string() })
type OptionRow = z.infer<typeof OptionRow>

export function toListingOptions(colors: string[], sizes: string[]): ListingOptions {
  return {
    colors: COLOR_GROUPS.filter((group) => colors.includes(group)),
    sizes: sizes.toSorted(compareSizes).slice(0, MAX_SIZES),
  }
}

/** 5 g, 9 ml, 30 ml */
function compareSizes(a: string, b: string): number {
  const [[quantityA, unitA], [quantityB, unitB]] = [a.split(' '), b.split(' ')]
  return (unitA ?? '').localeCompare(unitB ?? '') || Number(quantityA) - Number(quantityB)
}

/** Triggers add new options immediately. This nightly job deletes unused ones. */
export async function rebuildListingOptions(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await execute(tx)`set local statement_timeout = 0`
    await execute(tx)`select listing_options_rebuild(), catalog_note_change('listing options')`
  })
}
