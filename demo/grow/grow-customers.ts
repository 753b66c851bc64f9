import type { RegionCode } from '#core/regions/regions.ts'
import {
  addressRow,
  type DemoAccount,
  profileRow,
  settingsRow,
  subscriberRows,
  userRow,
} from '../customers/account-rows.ts'
import { demoAddresses } from '../customers/addresses.ts'
import { type DemoCustomer, emailName } from '../customers/customers.ts'
import { people } from '../customers/people.ts'
import type { TableRow } from '../insert-rows.ts'
import type { SeededRandom } from '../seeded-random.ts'

const REGIONS: RegionCode[] = ['US', 'US', 'US', 'CA', 'GB', 'IN']
const DAY = 24 * 3_600_000

/** Combines first and last names of the demo customers; a number keeps emails unique. */
export function generateCustomers(
  count: number,
  lastNumber: number,
  now: number,
  random: SeededRandom,
): DemoCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const { first } = random.pick(people)
    const { last } = random.pick(people)
    const region = random.pick(REGIONS)
    const since = Math.floor(now - (1400 - (index / count) * 1030) * DAY)
    return {
      id: random.id('profile', since),
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
  customers: DemoCustomer[],
  random: SeededRandom,
): [table: string, rows: TableRow[]][] {
  const accounts = customers.map(toAccount)
  return [
    ['auth_users', accounts.map(userRow)],
    ['profiles', accounts.map(profileRow)],
    ['profile_settings', accounts.map((account) => settingsRow(account, random))],
    ['newsletter_subscribers', subscriberRows(accounts, random)],
    ['addresses', customers.filter(() => random.odds(0.8)).map((customer) => addressRow(customer, random))],
  ]
}

function toAccount({ id, email, first, last, phone, since }: DemoCustomer): DemoAccount {
  return { id, email, name: `${first} ${last}`, phone, role: 'user', isDemo: true, since }
}
