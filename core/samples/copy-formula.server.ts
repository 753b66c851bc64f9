import type { Context } from '../context.ts'
import { listFormulas } from '../ingredients/formulas/formulas.server.ts'
import { saveFormula } from '../ingredients/formulas/save-formula.server.ts'

/** Allergens of a sample have to be stated as well. It gets what the product has now, without later versions. */
export async function copyFormula(ctx: Context, { from, to }: { from: string; to: string }): Promise<void> {
  const current = (await listFormulas(ctx, { productId: from })).find(({ pending }) => !pending)
  if (!current) return
  const { leaveOn, heroes } = current
  const lines = current.lines
    .filter(({ productIds }) => !productIds.length || productIds.includes(from))
    .map(({ isKnown: _, ...line }) => ({ ...line, productIds: [] }))
  await saveFormula(ctx, { productId: to }, { leaveOn, heroes, lines, validFrom: null })
}
