import { type AdminProduct, findAdminProducts } from '#core/catalog/admin-products.server.ts'
import { bulkEditProducts } from '#core/catalog/bulk-edit.server.ts'
import type { FormResult } from '#web/forms/form-result.ts'
import type { AdminForm } from '../../admin-route.ts'
import { pluralize } from '../../ui/pluralize.ts'
import type { GridField } from './product-grid-cells.ts'
import { readProductGrid } from './read-product-grid.ts'

/** `rows` are the rejected products. */
export type ProductGridResult = FormResult & { rows?: AdminProduct[] }

/** Saves the valid rows and returns the others as typed, with an error at each cell or, if it isn't in the grid, at the row. */
export function saveProductGrid(gridFields: readonly GridField[]): AdminForm<ProductGridResult> {
  return async ({ ctx, form }) => {
    const { edits, fields, values } = readProductGrid(form)
    const { saved, failed: rejected } = await bulkEditProducts(ctx, edits)
    for (const { id, row, fields: fieldErrors } of rejected) {
      if (row) fields[`${id}.row`] = row
      for (const [name, message] of Object.entries(fieldErrors)) {
        const cell = name === 'sizeQuantity' || name === 'sizeUnit' ? 'size' : name
        fields[`${id}.${gridFields.some((field) => field === cell) ? cell : 'row'}`] = message
      }
    }
    const rejectedIds = new Set(Object.keys(fields).map(productIdOf))
    return {
      notice: buildSaveNotice(saved.length, rejectedIds.size),
      fields,
      values: Object.fromEntries(
        Object.entries(values).filter(([name]) => rejectedIds.has(productIdOf(name))),
      ),
      rows: await findAdminProducts(ctx, [...rejectedIds]),
      status: 200,
    }
  }
}

const productIdOf = (cell: string) => cell.split('.')[0] ?? ''

function buildSaveNotice(savedCount: number, rejectedCount: number) {
  const title =
    savedCount || rejectedCount
      ? pluralize(savedCount, 'product saved', 'products saved')
      : 'No changes to save'
  if (!rejectedCount) return { title }
  const description = pluralize(
    rejectedCount,
    'product wasn’t saved. Fix its errors in the table and save again.',
    'products weren’t saved. Fix their errors in the table and save again.',
  )
  return { title, description, tone: 'destructive' as const }
}
