import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { isId } from '#core/ids.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import { StoredFields } from '#core/ingredients/substances.server.ts'
import { query } from '#db/sql.ts'
import type { ProductIngredients } from './avoid-list.ts'

const { functions, origins, traits } = StoredFields.shape
const Line = z.object({
  ...{ functions, origins, traits },
  id: z.string().nullable(),
  labelId: z.string().nullable(),
  isAllergen: z.boolean(),
  isTrace: z.boolean(),
  mayContain: z.boolean(),
})
type Line = z.infer<typeof Line>

const ProductRow = z.strictObject({
  id: z.string(),
  familyId: z.string().nullable(),
  isComplete: z.boolean(),
  lines: z.array(Line),
})

export const MAX_PRODUCTS = 100

/** Of published products. What a product contains is compared with the others of its family. */
export async function readProductIngredients(
  { db, reads = db }: Pick<Context, 'db' | 'reads'>,
  requested: readonly string[],
): Promise<ProductIngredients[]> {
  const ids = [...new Set(requested)].filter((id) => isId('product', id)).slice(0, MAX_PRODUCTS)
  const rows = await query(reads, ProductRow)`
    select p.id, p.family_id as "familyId", coalesce(l.is_complete, false) as "isComplete",
      coalesce(l.lines, '[]') as lines
    from products p left join product_labels l on l.product_id = p.id
    where p.status = 'published' and (p.id = any(${ids})
      or p.family_id in (select family_id from products where id = any(${ids}) and family_id is not null))`
  const products = rows.map((row) => ({ ...row, ...keysOfLines(row.lines) }))
  const families = Map.groupBy(products, ({ familyId }) => familyId)
  const byId = new Map(products.map((product) => [product.id, product]))
  return ids.flatMap((id) => {
    const product = byId.get(id)
    if (!product) return []
    const { contains, mayContain, traces, isComplete, familyId } = product
    const family = familyId ? (families.get(familyId) ?? []) : []
    return { id, contains, mayContain, traces, differs: findDifferences(family), isComplete }
  })
}

/** IDs of ingredients, as in the formula and as on the label, and names of groups. Each is in the first list that has it. */
function keysOfLines(lines: readonly Line[]) {
  const listed = new Set<string>()
  const keysOf = (isIncluded: (line: Line) => boolean) => {
    const keys = [...new Set(lines.filter(isIncluded).flatMap(keysOfLine))].filter((key) => !listed.has(key))
    for (const key of keys) listed.add(key)
    return keys
  }
  return {
    contains: keysOf(({ isTrace, mayContain }) => !isTrace && !mayContain),
    mayContain: keysOf(({ isTrace }) => !isTrace),
    traces: keysOf(() => true),
  }
}

function keysOfLine(line: Line): string[] {
  const { id, labelId } = line
  if (!id) return []
  const groups = GROUP_NAMES.filter((group) => INGREDIENT_GROUPS[group].membership(line) === 'yes')
  return [id, ...(labelId && labelId !== id ? [labelId] : []), ...groups]
}

function findDifferences(family: readonly { contains: string[] }[]): string[] {
  const sets = family.map(({ contains }) => new Set(contains))
  const all = new Set(family.flatMap(({ contains }) => contains))
  return [...all].filter((key) => !sets.every((set) => set.has(key)))
}
