import { confirmAccount, findOrCreateAccount } from '#core/accounts/account.server.ts'
import { type Context, store as storeActor } from '#core/context.ts'
import { addAddress } from '#core/customers/addresses.server.ts'
import { saveCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { updateProfile } from '#core/customers/profile.server.ts'
import { DEFAULT_CUSTOMER_SETTINGS } from '#core/customers/profile.ts'
import { DAY_MS } from '#core/time-units.ts'
import {
  accountContext,
  buildContext,
  type DemoOptions,
  type SeedEvent,
  type SeedStore,
} from '../seed-store.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type DemoCustomer, GRACE_EMAIL } from './customers.ts'

type NewAccount = { email: string; fullName: string; role: 'user' | 'admin'; passwordHash: string | null }

export function openAccountEvents(
  customers: DemoCustomer[],
  { adminEmail, hashes, now }: DemoOptions,
): SeedEvent[] {
  const random = createSeededRandom(2026)
  const openedAt = now - 372 * DAY_MS
  const admin = {
    email: adminEmail,
    fullName: 'Admin User',
    role: 'admin',
    passwordHash: hashes.admin,
  } as const
  return [
    { at: openedAt, run: (store) => openAccount(store, admin, openedAt) },
    ...customers.map((customer, index) => {
      const { email, first, last, since } = customer
      const isGrace = email === GRACE_EMAIL
      const account = {
        email,
        fullName: `${first} ${last}`,
        role: 'user',
        passwordHash: isGrace ? hashes.customer : null,
      } as const
      // Visitors sign in as Grace, so her settings stay the defaults.
      const settings = {
        shareData: random.odds(0.2) && !isGrace,
        promotionalEmails: random.odds(0.3) && !isGrace,
      }
      const profile = { hasAddress: index % 8 !== 7, settings }
      return {
        at: since,
        async run(store: SeedStore) {
          await openAccount(store, account, since)
          await completeProfile(accountContext(store, email, since), customer, profile)
        },
      }
    }),
  ]
}

async function openAccount(store: SeedStore, account: NewAccount, at: number): Promise<void> {
  const { email, fullName, role, passwordHash } = account
  const ctx = buildContext(store, storeActor, at)
  const { id } = await findOrCreateAccount(ctx, ctx.db, { email, fullName, passwordHash })
  await confirmAccount(ctx, ctx.db, id)
  store.accounts.set(email, { kind: 'user', id, email, role, fullName, sessionId: '', expiresAt: ctx.now })
}

type DemoProfile = { hasAddress: boolean; settings: { shareData: boolean; promotionalEmails: boolean } }

async function completeProfile(
  ctx: Context,
  { first, last, phone, address, region }: DemoCustomer,
  { hasAddress, settings }: DemoProfile,
): Promise<void> {
  if (phone) await updateProfile(ctx, { phone })
  if (hasAddress)
    await addAddress(ctx, {
      label: 'Home',
      firstName: first,
      lastName: last,
      ...address,
      country: region,
      phone,
    })
  if (settings.shareData || settings.promotionalEmails)
    await saveCustomerSettings(ctx, { ...DEFAULT_CUSTOMER_SETTINGS, ...settings })
}
