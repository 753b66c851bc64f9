import { z } from 'zod'
import { query } from '#db/sql.ts'
import { type Check, complete, warning } from './check.ts'

const Leftovers = z.strictObject({
  products: z.int(),
  accounts: z.int(),
  texts: z.int(),
  offers: z.int(),
  orders: z.int(),
})

/** A store that began as the demo has what the demo wrote, until its owner deletes it. All of it is older than the seeding. */
export const DEMO_LEFTOVERS: Check = {
  id: 'demo-leftovers',
  title: 'What the demo left',
  critical: true,
  skipInDemo: true,
  async run({ db }) {
    const [leftovers] = await query(db, Leftovers)`
      select
        (select count(*)::int from products where status = 'published' and created_at <= demo.seeded) as products,
        (select count(*)::int from profiles where is_demo) as accounts,
        (select count(*)::int from content_items where not built_in and published_number is not null
          and created_at <= demo.seeded) as texts,
        (select count(*)::int from offers where active and created_at <= demo.seeded) as offers,
        (select count(*)::int from orders where created_at <= demo.seeded) as orders
      from (select at + interval '10 minutes' as seeded from store_facts where key = 'demo') demo`
    const counts = Object.entries(leftovers ?? {}).flatMap(([noun, count]) => describe(noun, count))
    if (!counts.length) return complete('Nothing of the demo is in the store.')
    return warning(
      `The demo’s ${new Intl.ListFormat('en').format(counts)} are still in the store. Archive the products, unpublish the texts, and pause the offers; or start with an empty database, which also removes the accounts and orders.`,
      {
        to: leftovers?.products ? 'products' : 'content',
        label: leftovers?.products ? 'Open the products' : 'Open the content',
      },
    )
  },
}

const NOUNS: Record<string, [singular: string, plural: string]> = {
  products: ['product', 'products'],
  accounts: ['account', 'accounts'],
  texts: ['Journal post or page', 'Journal posts and pages'],
  offers: ['offer', 'offers'],
  orders: ['order', 'orders'],
}

function describe(noun: string, count: number): string[] {
  return count ? [`${count} ${NOUNS[noun]?.[count === 1 ? 0 : 1]}`] : []
}
