import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The files of `db/schema`. A table comes after those that it references. */
export const SCHEMA_FILES = [
  'extensions',
  'settings',
  'audit',
  'outbox',
  'accounts',
  'media',
  'catalog',
  'ingredients',
  'compliance',
  'imports',
  'content',
  'search',
  'customers',
  'cart',
  'orders',
  'draft-orders',
  'imported-orders',
  'offers',
  'batches',
  'stock',
  'wishlist',
  'samples',
  'payments',
  'gift-cards',
  'checkout-reminders',
  'returns',
  'email',
  'reviews',
  'accounting',
  'payouts',
  'analytics',
  'webhooks',
]

/** Creates the tables, functions, and first rows of a new database. Functions may use what later files create. */
export function readSchema(folder: string): string {
  const files = SCHEMA_FILES.map((name) => readFileSync(path.join(folder, `${name}.sql`), 'utf8'))
  return ['set local check_function_bodies = off;', ...files].join('\n')
}
