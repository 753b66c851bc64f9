import type { RegionCode } from '#core/regions/regions.ts'
import { type Account, addressRow, profileRow, settingsRow, subscriberRows, userRow } from './account-rows.ts'
import type { Chance } from './chance.ts'
import { type Customer, plainName } from './customers.ts'
import type { Row } from './insert-rows.ts'
import { people } from './people.ts'
import { places } from './places.ts'

const REGIONS: RegionCode[] = ['US', 'US', 'US', 'CA', 'GB', 'IN']
const DAY = 24 * 3_600_000

/** First names and last names of the demo's people, mixed; a number keeps their addresses apart. */
export function growCustomers(count: number, after: number, now: number, chance: Chance): Customer[] {
  return Array.from({ length: count }, (_, nth) => {
    const { first } = chance.pick(people)
    const { last } = chance.pick(people)
    const region = chance.pick(REGIONS)
    const since = Math.floor(now - (1400 - (nth / count) * 1030) * DAY)
    return {
      id: chance.id('profile', since),
      first,
      last,
      region,
      email: `${plainName(first)}.${plainName(last)}.${after + nth + 1}@example.com`,
      place: chance.pick(places[region]),
      phone: null,
      mobile: '+1 (202) 555-0100',
      since,
    }
  })
}

export function customerTables(customers: Customer[], chance: Chance): [table: string, rows: Row[]][] {
  const accounts = customers.map(accountOf)
  return [
    ['auth_users', accounts.map(userRow)],
    ['profiles', accounts.map(profileRow)],
    ['profile_settings', accounts.map((account) => settingsRow(account, chance))],
    ['newsletter_subscribers', subscriberRows(accounts, chance)],
    ['addresses', customers.filter(() => chance.odds(0.8)).map((customer) => addressRow(customer, chance))],
  ]
}

function accountOf({ id, email, first, last, phone, since }: Customer): Account {
  return { id, email, name: `${first} ${last}`, phone, role: 'user', isDemo: true, since }
}
