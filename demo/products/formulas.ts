import { z } from 'zod'
import formulasJson from './formulas.json' with { type: 'json' }

/** Invented for the demo. */
const DemoFormula = z.strictObject({
  /** The product's, or that of its family's lead. */
  slug: z.string(),
  /** The label names an allergen from a lower percentage if the product stays on skin or hair. */
  leaveOn: z.boolean(),
  /** INCI names with percentages. Without colorants if shades differ in them. */
  text: z.string(),
  /** What it contains and why. */
  heroes: z.array(z.strictObject({ name: z.string(), reason: z.string().max(90) })).length(3),
  /** The colorants of each member of the family. */
  shades: z.record(z.string(), z.array(z.string())).default({}),
})

export type DemoFormula = z.infer<typeof DemoFormula> & {
  /** The colorants of all shades, as in "CI 77491, CI 77492". */
  mayContain: string
}

export const formulas: DemoFormula[] = z
  .array(DemoFormula)
  .parse(formulasJson)
  .map((formula) => ({ ...formula, mayContain: allColorants(formula.shades) }))

function allColorants(shades: Record<string, string[]>): string {
  return [...new Set(Object.values(shades).flat())].sort().join(', ')
}
