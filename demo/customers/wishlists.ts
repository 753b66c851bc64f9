import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import { turnOnAlerts } from '#core/wishlist/alerts.server.ts'
import { addToWishlist } from '#core/wishlist/wishlist.server.ts'
import { catalog } from '../products/catalog.ts'
import { accountContext, lookUp, type SeedEvent } from '../seed-store.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type DemoCustomer, GRACE_EMAIL } from './customers.ts'

/** The newest last. Two of them are low in stock. */
const GRACE_WISHES = [
  'camellia-hair-oil',
  'dusk-eyeshadow-palette',
  'iris-letter-extrait-de-parfum',
  'soft-powder-brush',
]
/** In days. After the first products and the first account. */
const FIRST_WISH_AGE = 12

/** Of one customer in three. Grace gets emails about hers. */
export function wishlistEvents(customers: DemoCustomer[], now: number): SeedEvent[] {
  const random = createSeededRandom(311)
  const slugs = catalog.map(({ slug }) => slug)
  return customers
    .filter(
      ({ email, since }) =>
        email === GRACE_EMAIL || (random.odds(1 / 3) && since < now - FIRST_WISH_AGE * DAY_MS),
    )
    .map(({ email }) => {
      const wishes = email === GRACE_EMAIL ? GRACE_WISHES : slugs.filter(() => random.odds(1 / 8))
      const hasAlerts = email === GRACE_EMAIL || random.odds(1 / 2)
      const at = now - random.between(1, FIRST_WISH_AGE) * DAY_MS
      return {
        at: Math.floor(at),
        async run(store) {
          for (const [place, slug] of wishes.entries())
            await addToWishlist(
              accountContext(store, email, Math.floor(at) + place * HOUR_MS),
              lookUp(store.productIds, slug),
            )
          if (hasAlerts) await turnOnAlerts(accountContext(store, email, Math.floor(at)))
        },
      }
    })
}
