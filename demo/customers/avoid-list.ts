import { saveAvoidList } from '#core/customers/avoid-list/avoid-list.server.ts'
import { derivedId } from '#core/ids.ts'
import { substanceKey } from '#core/ingredients/substances/build-substances.ts'
import { accountContext, type SeedEvent } from '../seed-store.ts'
import { type DemoCustomer, GRACE_EMAIL } from './customers.ts'

const AVOIDED = ['Lanolin', 'Sodium Lauryl Sulfate']

/** Of one customer: it marks the Tinted Lip Balm. */
export function avoidListEvents(customers: DemoCustomer[], now: number): SeedEvent[] {
  const ingredients = AVOIDED.map((name) => derivedId('ingredient', substanceKey(name)))
  return customers
    .filter(({ email }) => email === GRACE_EMAIL)
    .map(({ email }) => ({
      at: now,
      async run(store) {
        const list = { groups: ['mineral-oil' as const], ingredients }
        await saveAvoidList(accountContext(store, email, now), list, { consent: true })
      },
    }))
}
