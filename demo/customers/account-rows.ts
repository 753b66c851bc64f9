import type { TableRow } from '../insert-rows.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { DemoCustomer } from './customers.ts'

export type DemoAccount = {
  id: string
  email: string
  name: string
  phone: string | null
  role: 'user' | 'admin'
  isDemo: boolean
  since: number
}

export function userRow({ id, name, email, since }: DemoAccount): TableRow {
  return { id, name, email, email_verified: true, created_at: new Date(since), updated_at: new Date(since) }
}

export function credentialRow({ id, since }: DemoAccount, hash: string): TableRow {
  return {
    id: `credential-${id}`,
    user_id: id,
    account_id: id,
    provider_id: 'credential',
    password: hash,
    created_at: new Date(since),
    updated_at: new Date(since),
  }
}

export function profileRow({ id, email, name, phone, role, isDemo, since }: DemoAccount): TableRow {
  return {
    id,
    email,
    full_name: name,
    phone,
    role,
    is_demo: isDemo,
    created_at: new Date(since),
    updated_at: new Date(since),
  }
}

/** The accounts that visitors sign in to keep the default settings. */
export function settingsRow(account: DemoAccount, random: SeededRandom): TableRow {
  return {
    profile_id: account.id,
    share_data: random.odds(0.2) && isRegularCustomer(account),
    updated_at: new Date(account.since),
  }
}

export function subscriberRows(accounts: DemoAccount[], random: SeededRandom): TableRow[] {
  return accounts
    .filter((account) => random.odds(0.3) && isRegularCustomer(account))
    .map(({ email, since }) => {
      const at = new Date(since)
      const id = random.id('subscriber', since)
      return { id, email, state: 'subscribed', asked_at: at, confirmed_at: at }
    })
}

function isRegularCustomer({ email }: DemoAccount): boolean {
  return !email.endsWith('@eternalbeauty.example')
}

export function addressRow(
  { id, first, last, address, region, phone, since }: DemoCustomer,
  random: SeededRandom,
): TableRow {
  return {
    id: random.id('address', since),
    profile_id: id,
    label: 'Home',
    first_name: first,
    last_name: last,
    address: address.address,
    city: address.city,
    state: address.state,
    zip_code: address.zipCode,
    country: region,
    phone,
    is_default: true,
    created_at: new Date(since),
    updated_at: new Date(since),
  }
}
