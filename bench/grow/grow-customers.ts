import type { RegionCode } from '#core/regions/regions.ts'
import { demoAddresses } from '#demo/customers/addresses.ts'
import { type DemoCustomer, emailName } from '#demo/customers/customers.ts'
import { people } from '#demo/customers/people.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
import { randomId } from './random-id.ts'

export type GeneratedCustomer = DemoCustomer & { id: string }

const REGIONS: RegionCode[] = ['US', 'US', 'US', 'CA', 'GB', 'IN']
const DAY = 24 * 3_600_000

/** Combines first and last names of the demo customers; a number keeps emails unique. */
export function generateCustomers(
  count: number,
  lastNumber: number,
  now: number,
  random: SeededRandom,
): GeneratedCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const { first } = random.pick(people)
    const { last } = random.pick(people)
    const region = random.pick(REGIONS)
    const since = Math.floor(now - (1400 - (index / count) * 1030) * DAY)
    return {
      id: randomId(random, 'profile', since),
      first,
      last,
      region,
      email: `${emailName(first)}.${emailName(last)}.${lastNumber + index + 1}@example.com`,
      address: random.pick(demoAddresses[region]),
      phone: null,
      mobile: '+1 (202) 555-0100',
      since,
    }
  })
}

export function customerTables(
  customers: GeneratedCustomer[],
  random: SeededRandom,
): [table: string, rows: TableRow[]][] {
  const subscribers = customers.filter(() => random.odds(0.3))
  const customersWithAddress = customers.filter(() => random.odds(0.8))
  return [
    ['auth_users', customers.map(userRow)],
    ['profiles', customers.map(profileRow)],
    ['profile_settings', customers.map((customer) => settingsRow(customer, random))],
    ['newsletter_subscribers', subscribers.map((customer) => subscriberRow(customer, random))],
    ['addresses', customersWithAddress.map((customer) => addressRow(customer, random))],
  ]
}

function userRow({ id, first, last, email, since }: GeneratedCustomer): TableRow {
  return { id, name: `${first} ${last}`, email, email_verified: true, ...createdAt(since) }
}

function profileRow({ id, first, last, email, phone, since }: GeneratedCustomer): TableRow {
  const names = { full_name: `${first} ${last}`, email, phone }
  return { id, ...names, role: 'user', is_demo: true, ...createdAt(since) }
}

function settingsRow({ id, since }: GeneratedCustomer, random: SeededRandom): TableRow {
  return { profile_id: id, share_data: random.odds(0.2), updated_at: new Date(since) }
}

function subscriberRow({ email, since }: GeneratedCustomer, random: SeededRandom): TableRow {
  const at = new Date(since)
  const id = randomId(random, 'subscriber', since)
  return { id, email, state: 'subscribed', asked_at: at, confirmed_at: at }
}

function addressRow(
  { id, first, last, address, region, phone, since }: GeneratedCustomer,
  random: SeededRandom,
): TableRow {
  return {
    id: randomId(random, 'address', since),
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
    ...createdAt(since),
  }
}

function createdAt(since: number): TableRow {
  return { created_at: new Date(since), updated_at: new Date(since) }
}
