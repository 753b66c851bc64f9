import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { duplicateProduct } from '#core/catalog/save-product.server.ts'
import type { Context } from '#core/context.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { selectInformation } from './product-information.server.ts'
import { writeInformation } from './write-information.server.ts'

/** Authorities give each product a number of its own, so the copy has none. */
const NO_NUMBERS = { fdaListingNumber: null, cnfNumber: null, scpn: null }

export async function duplicateWithInformation(ctx: Context, id: string): Promise<AdminProduct> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    const copy = await duplicateProduct({ ...ctx, db: tx }, id)
    const { values, source } = await selectInformation(tx, { kind: 'product', id })
    if (source)
      await writeInformation(tx, [
        { subject: { kind: 'product', id: copy.id }, values: { ...values, ...NO_NUMBERS } },
      ])
    return copy
  })
}
