import { ACCOUNT_DATA } from './account-data.ts'
import type { PersonalTable } from './data-classes.ts'
import { HEALTH_DATA } from './health-data.ts'
import { ORDER_DATA } from './order-data.ts'
import { WISHLIST_DATA } from './wishlist-data.ts'

/** Every table with personal data. A test compares this with the database's schema. */
export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  ...ACCOUNT_DATA,
  ...HEALTH_DATA,
  ...ORDER_DATA,
  ...WISHLIST_DATA,
}

export type RetainedData = { what: string; why: string; howLong: string }

const BY_LAW = 'Tax and accounting law requires us to keep records of sales.'

/** What remains after an account is deleted, in the words that customers read. */
export const RETAINED_AFTER_ERASURE: readonly RetainedData[] = [
  {
    what: 'Your orders, payments, refunds, returns, and invoices: their numbers, dates, products, amounts, and the country and state they were sent to. Your name, email address, phone number, and street are removed.',
    why: BY_LAW,
    howLong: 'As long as the law requires, usually seven to ten years.',
  },
  {
    what: 'Entries in our audit log and stock records that name the deleted account only by a random number.',
    why: 'They show that the records of sales weren’t changed.',
    howLong: 'As long as the records of sales.',
  },
  {
    what: 'Reports of reactions to a product that you sent us: what happened, the product, and its batch. Your email address is removed.',
    why: 'Cosmetics law requires us to keep them.',
    howLong: 'Six years.',
  },
  {
    what: 'Backups that were made before the deletion.',
    why: 'They let us recover the store after a failure. Nobody looks up customers in them.',
    howLong: 'Until newer backups replace them.',
  },
]

const STAFF = 'The account ID of the administrator who did it'
const ORDER = 'The order; its own tables are above'
const PUBLISHED = 'A business contact that product pages state'

/** Tables without personal data, with the columns that name an order or an administrator. */
export const OTHER_TABLES: Record<string, Record<string, string>> = {
  accounting: { order_id: ORDER, created_by: STAFF },
  accounting_closed_months: { closed_by: STAFF },
  accounting_days: {},
  accounting_lines: {},
  api_key_uses: {},
  api_keys: { created_by: STAFF, revoked_by: STAFF },
  audit_seals: {},
  audit_signed_seals: {},
  batches: { recalled_by: STAFF },
  catalog_changes: {},
  categories: {},
  category_former_names: {},
  collection_products: {},
  collections: {},
  content_former_slugs: {},
  content_items: {},
  content_versions: { created_by: STAFF },
  failed_provider_events: {},
  provider_payouts: {},
  provider_transactions: {},
  data_imports: { created_by: STAFF, started_by: STAFF },
  families: {},
  formula_lines: {},
  formulas: {},
  job_interruptions: {},
  listed_options: {},
  listing_options: {},
  listings: {},
  navigation: {},
  recall_emails: { actor_id: STAFF },
  redirects: {},
  offers: {},
  price_history: {},
  region_rates: {},
  samples: {},
  // Jobs of orders and webhooks name rows by ID.
  outbox: {},
  page_counts: {},
  picture_addresses: {},
  picture_contents: {},
  picture_sizes: {},
  pictures: {},
  product_demand: {},
  product_former_slugs: {},
  product_import_columns: {},
  product_import_families: {},
  product_import_pictures: {},
  product_import_rows: {},
  product_imports: { created_by: STAFF, started_by: STAFF },
  product_information: {},
  product_labels: {},
  product_pictures: {},
  product_responsible_persons: {},
  products: {},
  responsible_person_regions: {},
  responsible_persons: { postal_address: PUBLISHED, electronic_address: PUBLISHED },
  restocks: {},
  review_stars: {},
  sales: {},
  sales_changes: {},
  sales_hours: {},
  schema_migrations: {},
  search_entries: {},
  search_words: {},
  searched: {},
  settings: { updated_by: STAFF },
  stock_levels: {},
  stock_movements: { order_id: ORDER, actor_id: 'The account ID of the customer or the administrator' },
  store_facts: {},
  substance_names: {},
  substances: {},
  tallies: {},
  tally_changes: {},
  uploads: { created_by: STAFF },
  visit_sources: {},
  webhook_attempts: {},
  webhook_deliveries: {},
  webhook_endpoints: { created_by: STAFF, url_changed_by: STAFF },
}
