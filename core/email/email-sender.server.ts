import { derivePalette } from '../settings/palette.ts'
import { readCurrentSettings } from '../settings/store-identity.server.ts'
import type { EmailSender } from './email-layout.ts'

type SenderContext = Parameters<typeof readCurrentSettings>[0] & { settings: { origin: string } }

/** What every email says about the store. */
export async function readEmailSender(ctx: SenderContext): Promise<EmailSender> {
  const { store, emails, brand } = await readCurrentSettings(ctx)
  return {
    name: store.name,
    support: `${store.email} · ${store.phone}`,
    footer: emails.footer,
    colors: derivePalette(brand),
    logo: store.logo && ctx.settings.origin + store.logo,
  }
}
