import type { Db } from '#db/connection.ts'
import type { Log } from '../log.ts'
import type { BrandSettings } from './brand-settings.ts'
import type { Settings } from './settings.ts'
import { readLatestStoreSettings, readStoreSettings } from './store-settings.server.ts'
import type { Seller, StoreSettings, StoreTexts } from './store-settings.ts'

type SettingsContext = { db: Db; log?: Log; settings: Pick<Settings, 'support' | 'adminEmail'> }

/** What every page says about the store. */
export type StoreIdentity = {
  name: string
  tagline: string
  logo: string | null
  support: { email: string; phone: string }
}

/** The environment has the initial values of what nobody has set. */
export function withInitialValues(
  { store, emails, ...rest }: StoreSettings,
  { support, adminEmail }: SettingsContext['settings'],
): StoreSettings {
  return {
    ...rest,
    store: { ...store, email: store.email || support.email, phone: store.phone || support.phone },
    emails: { ...emails, notificationEmail: emails.notificationEmail || adminEmail },
  }
}

/** The settings as the store uses them. */
export async function readCurrentSettings({ db, log, settings }: SettingsContext): Promise<StoreSettings> {
  return withInitialValues(await readStoreSettings(db, log), settings)
}

export async function readStoreIdentity({ db, log, settings }: SettingsContext): Promise<StoreIdentity> {
  const { store } = withInitialValues(await readLatestStoreSettings(db, log), settings)
  const { name, tagline, logo, email, phone } = store
  return { name, tagline, logo, support: { email, phone } }
}

export async function readBrand({ db, log }: SettingsContext): Promise<BrandSettings> {
  return (await readLatestStoreSettings(db, log)).brand
}

export async function readStoreTexts({ db, log }: SettingsContext): Promise<StoreTexts> {
  return (await readLatestStoreSettings(db, log)).texts
}

/** The address for emails about orders, stock, and refunds. */
export async function readNotificationEmail(ctx: SettingsContext): Promise<string> {
  return (await readCurrentSettings(ctx)).emails.notificationEmail
}

/** What documents say about the store. */
export async function readSeller(ctx: SettingsContext): Promise<Seller> {
  const { store, timeZone } = await readCurrentSettings(ctx)
  return { ...store, timeZone }
}
