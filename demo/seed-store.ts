import type { Actor, Context, SignedInActor } from '#core/context.ts'
import { createLog } from '#core/log.ts'
import type { CheckoutSession, PaymentProvider } from '#core/payments/payment.ts'
import { DEFAULT_REGIONS, DEFAULT_TERMS } from '#core/regions/terms.ts'
import type { Db } from '#db/connection.ts'

/** The store while it is seeded, with what later events need to know of earlier ones. */
export type SeedStore = {
  db: Db
  adminEmail: string
  /** Of the store's settings: the codes of gift cards are derived from it. */
  secret: string
  /** By email address. */
  accounts: Map<string, SignedInActor>
  /** By slug. */
  productIds: Map<string, string>
  /** By slug. */
  familyIds: Map<string, string>
  /** Responsible persons, by their key in the demo. */
  personIds: Map<string, string>
  /** By order number. */
  checkouts: Map<string, { orderId: string; session: CheckoutSession }>
}

export type DemoOptions = {
  adminEmail: string
  hashes: { admin: string; customer: string }
  /** In milliseconds since the epoch. */
  now: number
}

/** `at` is in milliseconds since the epoch. */
export type SeedEvent = { at: number; run(store: SeedStore): Promise<void> }

export function createSeedStore(db: Db, adminEmail: string, secret: string): SeedStore {
  return {
    ...{ db, adminEmail, secret },
    ...{ accounts: new Map(), productIds: new Map(), familyIds: new Map(), personIds: new Map() },
    checkouts: new Map(),
  }
}

export function adminContext(store: SeedStore, at: number): Context {
  return accountContext(store, store.adminEmail, at)
}

export function accountContext(store: SeedStore, email: string, at: number): Context {
  return buildContext(store, lookUp(store.accounts, email), at)
}

/** Pays every refund at once. */
const REFUNDING_PROVIDER = unavailable<PaymentProvider>({
  listRefunds: async () => [],
  refund: async ({ intentId }) => ({ id: intentId.replace('pi_', 're_') }),
})

/** A context whose clock shows `at`. */
export function buildContext({ db, adminEmail, secret }: SeedStore, actor: Actor, at: number): Context {
  return {
    db,
    actor,
    now: new Date(at),
    region: DEFAULT_REGIONS.US,
    terms: DEFAULT_TERMS,
    requestId: 'demo',
    log: createLog('error', (line) => process.stderr.write(line)),
    visitor: { ipAddress: '127.0.0.1', userAgent: null, device: null, forwarded: false },
    settings: {
      origin: '',
      adminEmail,
      support: { email: '', phone: '' },
      demo: 'on',
      limits: false,
      requireSecondFactor: false,
      secret,
      proxy: undefined,
      breachedPasswordsUrl: '',
      card: 'test',
      mail: 'mailbox',
      google: null,
    },
    payments: REFUNDING_PROVIDER,
    hashing: unavailable(),
    files: unavailable(),
    geolocation: unavailable(),
    probes: unavailable(),
  }
}

/** Seeding only writes to the database. */
function unavailable<Service extends object>(methods: Partial<Service> = {}): Service {
  const get = (target: Service, name: string | symbol) => {
    if (name in target) return Reflect.get(target, name)
    throw new Error(`Seeding must not use ${String(name)}`)
  }
  return new Proxy<Service>(Object.assign(Object.create(null), methods), { get })
}

export function lookUp<Value>(values: Map<string, Value>, key: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`The demo has no ${key} yet`)
  return value
}
