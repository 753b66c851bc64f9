import { ADDRESS_FORMATS } from '#core/regions/address-form.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { Connection } from '#db/connection.ts'
import type { Guest } from './visitors.ts'

export const ADDRESS = {
  email: 'grace@orchard.example',
  firstName: 'Grace',
  lastName: 'Holloway',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  mobileNumber: '+1 503 555 0144',
}

/** The same house, with a code as that country writes it. */
export function addressFor(region: RegionCode = 'US') {
  return region === 'US' ? ADDRESS : { ...ADDRESS, zipCode: ADDRESS_FORMATS[region].zipExample }
}

let keys = 0

/** A key that no other order of the tests has. */
export function newKey(): string {
  return `key-${process.pid}-${++keys}`
}

type Wish = { product_id: string; quantity: number }
export type Said = { region?: RegionCode; [field: string]: unknown }

export function buy(
  visitor: Guest,
  items: Wish[] | undefined,
  said: Said = {},
  key = newKey(),
): Promise<Response> {
  const json = { items, shipping_address: addressFor(said.region), payment: 'demo', ...said }
  return visitor.post('/api/v1/orders', json, { headers: { 'idempotency-key': key } })
}

/** What the database is asked from now on, transactions' begin and end among it. */
export function countStatements({ pool }: Connection): () => string[] {
  const asked: string[] = []
  const heard = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const noting = (...args: unknown[]) => {
      const [first] = args
      asked.push(typeof first === 'string' ? first : JSON.stringify(first))
      return query(...args)
    }
    Object.assign(client, { query: noting })
  })
  return () => asked
}
