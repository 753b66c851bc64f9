import type { StaffRole } from '#core/permissions/staff-roles.ts'
import type { Db } from '#db/connection.ts'
import type { Hashing } from './accounts/passwords/hashing.server.ts'
import type { Log } from './log.ts'
import type { Files } from './media/files.ts'
import type { PaymentProvider } from './payments/payment.ts'
import type { Probes } from './readiness/probes.ts'
import type { Geolocation } from './regions/geolocation.server.ts'
import type { Region } from './regions/regions.ts'
import type { Terms } from './regions/terms.ts'
import type { Settings, Visitor } from './settings/settings.ts'

export type Actor =
  | { kind: 'guest' }
  | {
      kind: 'user'
      id: string
      email: string
      role: 'user' | 'admin'
      /** Only staff other than the owner have one. */
      staffRole?: StaffRole | null
      fullName: string | null
      /** Of the card provider’s customer, who holds what the account saved. */
      paymentCustomerId?: string | null
      /** A member of the staff without two-step sign-in, in a store that requires it. */
      needsSecondFactor?: boolean
      sessionId: string
      /** The session must be renewed by then; pages read it as `expires_at`. */
      expiresAt: Date
    }
  | {
      /** Another program, on behalf of nobody. */
      kind: 'key'
      id: string
      name: string
      permissions: readonly string[]
    }
  | { kind: 'store' }

export type SignedInActor = Extract<Actor, { kind: 'user' }>
export type KeyActor = Extract<Actor, { kind: 'key' }>

export type Context = {
  db: Db
  /** A replica that has caught up, for catalog reads. */
  reads?: Db
  actor: Actor
  /** The visitor’s. */
  region: Region
  terms: Terms
  /** The action runs because a second person approved it. */
  approval?: { id: string; approvedBy: string; amount?: number | undefined }
  /** Gives the browser a new token of its session; the first use of it ends the old one. Programs renew theirs themselves. */
  renewSession?: () => Promise<void>
  now: Date
  requestId: string
  log: Log
  visitor: Visitor
  settings: Settings
  hashing: Hashing
  files: Files
  payments: PaymentProvider | null
  geolocation: Geolocation
  probes: Probes
}

export const guest: Actor = { kind: 'guest' }
export const store: Actor = { kind: 'store' }
