import type { Db } from '#db/connection.ts'
import type { Log } from './log.ts'
import type { RegionCode } from './regions/regions.ts'

export type Actor =
  | { kind: 'guest' }
  | { kind: 'user'; id: string; email: string; role: 'user' | 'admin' }
  | { kind: 'store' }

/** The world as one plain argument: who asks, from where, when, and what they may reach. */
export type Context = {
  db: Db
  /** Where the catalogue is read from: a replica that has caught up, if there is one. */
  reads?: Db
  actor: Actor
  region: RegionCode
  now: Date
  requestId: string
  log: Log
}

export const guest: Actor = { kind: 'guest' }
export const store: Actor = { kind: 'store' }
