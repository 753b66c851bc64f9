import type { Settings } from '#core/settings/settings.ts'
import type { Config } from './config.ts'

/** `origin` is the request's origin, which may differ from PUBLIC_URL on loopback. */
export function settingsFrom(config: Config, origin = config.PUBLIC_URL): Settings {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config
  return {
    origin,
    adminEmail: config.ADMIN_EMAIL.toLowerCase(),
    support: { email: config.SUPPORT_EMAIL, phone: config.SUPPORT_PHONE },
    demo: config.STORE_DEMO,
    limits: config.RATE_LIMITS === 'on',
    requireSecondFactor: requiresSecondFactor(config),
    secret: config.AUTH_SECRET ?? '',
    previousSecret: config.AUTH_SECRET_PREVIOUS,
    proxy: config.TRUST_PROXY && (config.TRUST_PROXY.length ? 'trusted' : 'none'),
    breachedPasswordsUrl: config.BREACHED_PASSWORDS_URL.replace(/\/+$/, ''),
    card: cardMode(config),
    mail: config.SMTP_URL ? 'smtp' : 'mailbox',
    webhookHosts: config.WEBHOOK_HOSTS,
    google: clientId && clientSecret ? { clientId, clientSecret, issuer } : null,
  }
}

/** A demo's passwords are public, so a second factor would protect nothing. */
function requiresSecondFactor({ ADMIN_SECOND_FACTOR: setting, STORE_DEMO: demo }: Config): boolean {
  return setting ? setting === 'required' : demo === 'off'
}

function cardMode({ STRIPE_SECRET_KEY: key, STORE_DEMO: demo }: Config): Settings['card'] {
  if (!key) return demo === 'off' ? 'none' : 'test'
  return /^[rs]k_live_/.test(key) ? 'live' : 'test'
}
