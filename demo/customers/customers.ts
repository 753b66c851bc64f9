import type { ShippingAddress } from '#core/orders/shipping-address.ts'
import { DAY_MS } from '#core/time-units.ts'
import type { PlannedOrder } from '../orders/planned-order.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type DemoAddress, demoAddresses } from './addresses.ts'
import { type DemoPerson, people } from './people.ts'

export type DemoCustomer = DemoPerson & {
  email: string
  address: DemoAddress
  mobile: string
  since: number
}

export const GRACE_EMAIL = 'grace@eternalbeauty.example'

/** Each account is slightly older than its first order. */
export function buildCustomers(orders: PlannedOrder[], now: number): DemoCustomer[] {
  const random = createSeededRandom(89)
  return people.map((person, index) => {
    const firstOrderAge = Math.max(
      ...orders.filter((order) => order.person === index).map((order) => order.age),
      1,
    )
    const since = Math.floor(now - (firstOrderAge + random.between(0.1, 12)) * DAY_MS)
    return {
      ...person,
      email: index === 0 ? GRACE_EMAIL : customerEmail(person),
      address: customerAddress(person, index),
      mobile: person.phone ?? reservedPhoneNumber(person, index),
      since,
    }
  })
}

function customerEmail({ first, last }: DemoPerson): string {
  return `${emailName(first)}.${emailName(last)}@example.com`
}

export function emailName(name: string): string {
  const letters = name.normalize('NFD').toLowerCase()
  return letters.replaceAll(/[^a-z-]/g, '')
}

export function shippingAddress({ first, last, address, email, mobile }: DemoCustomer): ShippingAddress {
  return { firstName: first, lastName: last, ...address, email, mobileNumber: mobile }
}

/** There are more people than streets, so neighbors get different house numbers. */
function customerAddress(person: DemoPerson, index: number): DemoAddress {
  const streets = demoAddresses[person.region]
  const earlierCount = people.slice(0, index).filter(({ region }) => region === person.region).length
  const street = streets[earlierCount % streets.length]
  if (!street) throw new Error(`No streets in ${person.region}`)
  const numberOffset = 4 * Math.floor(earlierCount / streets.length)
  return {
    ...street,
    address: street.address.replace(/\d+/, (number) => String(Number(number) + numberOffset)),
  }
}

/** Checkout requires a phone number, so customers without one get a number reserved for fiction. */
function reservedPhoneNumber({ region }: DemoPerson, index: number): string {
  const suffix = String(index).padStart(2, '0')
  const reserved = {
    US: `+1 (202) 555-01${suffix}`,
    CA: `+1 (416) 555-01${suffix}`,
    GB: `07700 9001${suffix}`,
    IN: `+91 00000 080${suffix}`,
  }
  return reserved[region]
}
