/** What the owner of the store has settled, as far as the shop must know it. */
export type Settings = {
  /** The address that this visitor used: links in letters lead back to it. */
  origin: string
  adminEmail: string
  support: { email: string; phone: string }
  demo: 'on' | 'off' | 'public'
  /** Whether requests are limited; guessing always is. */
  limits: boolean
  secret: string
  /** Whose cards are charged, and where letters go: what an owner must know before the store opens. */
  card: 'none' | 'test' | 'live'
  mail: 'mailbox' | 'smtp'
  google: { clientId: string; clientSecret: string; issuer: string } | null
}

/** Where a request comes from. `device` is the hash of what a browser was given to be known again by. */
export type Visitor = {
  address: string
  agent: string | null
  device: string | null
  forwarded: boolean
}
