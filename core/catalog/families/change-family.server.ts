import type { Context } from '#core/context.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { findMembers } from '../admin-products.server.ts'
import type { FamilyDraft, MemberDraft } from './family.ts'
import { addMembers, addProducts, editFamily, removeProducts, reorderMembers } from './save-family.server.ts'

export type FamilyChange = {
  draft?: Partial<FamilyDraft> & { edition?: number | undefined }
  /** New shades or sizes. */
  members?: MemberDraft[]
  /** Existing products that join. */
  joining?: string[]
  /** Products that leave. */
  leaving?: string[]
  order?: string[]
}

/** All of it or nothing. Products join before others leave, so that a family can replace its last one. */
export async function changeFamily(
  ctx: Context,
  id: string,
  { draft = {}, members = [], joining = [], leaving = [], order = [] }: FamilyChange,
): Promise<void> {
  await staffTransaction(ctx, 'products.edit', async (db) => {
    const tx = { ...ctx, db }
    await editFamily(tx, id, draft)
    if (members.length) await addMembers(tx, id, members)
    if (joining.length)
      await addProducts(
        tx,
        id,
        joining.map((productId) => ({ productId })),
      )
    if (leaving.length) await removeProducts(tx, id, leaving)
    if (order.length && (await findMembers(tx, id)).length) await reorderMembers(tx, id, order)
  })
}
