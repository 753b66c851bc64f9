import { z } from 'zod'
import { ADDRESS_FORMATS } from '#core/regions/address-format.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { TestVisitor } from './test-store.ts'

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

/** The same address with a valid postal code for the region. */
export function addressFor(region: RegionCode = 'US') {
  return region === 'US' ? ADDRESS : { ...ADDRESS, zipCode: ADDRESS_FORMATS[region].zipExample }
}

/** Oldest first. */
export function findStockMovements(db: Db) {
  return query(db, z.strictObject({ change: z.int(), reason: z.string() }))`
    select change, reason from stock_movements order by id`
}

export async function findStock(db: Db, productId: string): Promise<number> {
  const [stock] = await query(db, z.strictObject({ available: z.int() }))`
    select available from stock_levels where product_id = ${productId}`
  return stock?.available ?? Number.NaN
}

let keyCount = 0

export function newIdempotencyKey(): string {
  return `key-${process.pid}-${++keyCount}`
}

type OrderItem = { product_id: string; quantity: number }
export type CheckoutOverrides = { region?: RegionCode; [field: string]: unknown }

export function placeTestOrder(
  visitor: TestVisitor,
  items: OrderItem[] | undefined,
  overrides: CheckoutOverrides = {},
  key = newIdempotencyKey(),
): Promise<Response> {
  const json = { items, shipping_address: addressFor(overrides.region), payment: 'demo', ...overrides }
  return visitor.post('/api/v1/orders', json, { headers: { 'idempotency-key': key } })
}
