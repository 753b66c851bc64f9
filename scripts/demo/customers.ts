import { createChance } from './chance.ts'
import { type DemoPerson, people } from './people.ts'
import { type DemoPlace, places } from './places.ts'
import type { PlannedOrder } from './planned-order.ts'

export type Customer = DemoPerson & {
  id: string
  email: string
  place: DemoPlace
  mobile: string
  since: number
}

export const GRACE_EMAIL = 'grace@eternalbeauty.example'

const DAY = 24 * 3_600_000

/** Everybody on the list, with an account that is a little older than their first order. */
export function meetCustomers(orders: PlannedOrder[], now: number): Customer[] {
  const chance = createChance(89)
  return people.map((person, place) => {
    const first = Math.max(...orders.filter((order) => order.person === place).map((order) => order.age), 1)
    const since = Math.floor(now - (first + chance.between(0.01, 12)) * DAY)
    return {
      ...person,
      id: chance.id('profile', since),
      email: place === 0 ? GRACE_EMAIL : emailOf(person),
      place: placeOf(person, place),
      mobile: person.phone ?? mobileOf(person, place),
      since,
    }
  })
}

function emailOf({ first, last }: DemoPerson): string {
  return `${plainName(first)}.${plainName(last)}@example.com`
}

export function plainName(name: string): string {
  const letters = name.normalize('NFD').toLowerCase()
  return letters.replaceAll(/[^a-z-]/g, '')
}

/** There are more people than streets: those who share a street live at other numbers. */
function placeOf(person: DemoPerson, position: number): DemoPlace {
  const streets = places[person.region]
  const before = people.slice(0, position).filter(({ region }) => region === person.region).length
  const street = streets[before % streets.length]
  if (!street) throw new Error(`No streets in ${person.region}`)
  const further = 4 * Math.floor(before / streets.length)
  return { ...street, address: street.address.replace(/\d+/, (number) => String(Number(number) + further)) }
}

/** Numbers that no telephone answers. Who keeps none in the profile still gives one at checkout. */
function mobileOf({ region }: DemoPerson, position: number): string {
  const two = String(position).padStart(2, '0')
  const reserved = {
    US: `+1 (202) 555-01${two}`,
    CA: `+1 (416) 555-01${two}`,
    GB: `07700 9001${two}`,
    IN: `+91 00000 080${two}`,
  }
  return reserved[region]
}
