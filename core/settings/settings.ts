/** Examples for the demo. An owner replaces them. */
export const INITIAL_SUPPORT = { email: 'care@eternalbeauty.example', phone: '+1 (800) 555-0142' }

/** The part of the environment's configuration that core code may read. Owners change `StoreSettings`. */
export type Settings = {
  /** The origin that this visitor used; links in emails lead back to it. */
  origin: string
  /** The first administrator, and where emails for the owner go until `StoreSettings` says otherwise. */
  adminEmail: string
  /** Used until `StoreSettings` has its own. */
  support: { email: string; phone: string }
  demo: 'on' | 'off' | 'public'
  /** Limits on requests. Limits on password guessing are always on. */
  limits: boolean
  /** Whether administrators need two-step sign-in to open the back office. */
  requireSecondFactor: boolean
  /** Signs and encrypts. */
  secret: string
  /** Accepted as well, so that what it signed and encrypted stays valid while it is replaced. */
  previousSecret?: string | undefined
  /** Undefined if TRUST_PROXY is unset. */
  proxy: 'trusted' | 'none' | undefined
  /** Used only if the store’s settings turn the check on. */
  breachedPasswordsUrl: string
  card: 'none' | 'test' | 'live'
  mail: 'mailbox' | 'smtp'
  /** The only hosts that webhooks are sent to, if there is a list. */
  webhookHosts?: readonly string[] | undefined
  google: { clientId: string; clientSecret: string; issuer: string } | null
}

/** `device` is the hash of the browser's device cookie. */
export type Visitor = {
  ipAddress: string
  userAgent: string | null
  device: string | null
  /** Whether the request came through a proxy. */
  forwarded: boolean
}
