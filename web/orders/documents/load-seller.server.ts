import type { Context } from '#core/context.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { StoreDetails } from '#core/settings/store-settings.ts'

export type Seller = StoreDetails & { timeZone: string }

export async function loadSeller({ db, log, settings: { support } }: Context): Promise<Seller> {
  const { store, timeZone } = await readStoreSettings(db, log)
  return { ...store, email: store.email || support.email, phone: store.phone || support.phone, timeZone }
}
