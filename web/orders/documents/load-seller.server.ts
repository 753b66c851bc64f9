import type { Context } from '#core/context.ts'
import { readSeller } from '#core/settings/store-identity.server.ts'
import type { Seller } from '#core/settings/store-settings.ts'

/** As on the day the document was issued; what is not issued yet shows the store's current details. */
export async function loadSeller(ctx: Context, issued?: { seller: Seller } | null): Promise<Seller> {
  const { support } = ctx.settings
  const seller = issued?.seller ?? (await readSeller(ctx))
  return { ...seller, email: seller.email || support.email, phone: seller.phone || support.phone }
}
