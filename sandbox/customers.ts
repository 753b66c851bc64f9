import type { Pool } from 'pg'
import { newId } from './events.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import type { SessionRow } from './session-row.ts'

type CustomerRow = { id: string; email: string; metadata: object; deleted: boolean; created_at: Date }

export type SavedCardRow = {
  id: string
  customer_id: string | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  created_at: Date
}

export async function createCustomer(pool: Pool, form: FormBody): Promise<object> {
  const { rows } = await pool.query<CustomerRow>(
    'insert into sandbox.customers (id, email, metadata) values ($1, $2, $3) returning *',
    [newId('cus_test'), textField(form, 'email'), JSON.stringify(nestedField(form, 'metadata'))],
  )
  return rows.map(customerJson)[0] ?? {}
}

export async function findCustomer(pool: Pool, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await pool.query<CustomerRow>('select * from sandbox.customers where id = $1', [id])
  return rows[0]
}

export async function isCustomer(pool: Pool, id: string): Promise<boolean> {
  return (await findCustomer(pool, id))?.deleted === false
}

/** False if it has been deleted before, or never existed. */
export async function deleteCustomer(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sandbox.customers set deleted = true, email = '', metadata = '{}' where id = $1 and not deleted`,
    [id],
  )
  await pool.query('update sandbox.payment_methods set customer_id = null where customer_id = $1', [id])
  return (rowCount ?? 0) > 0
}

export function customerJson({ id, email, metadata, deleted, created_at }: CustomerRow) {
  if (deleted) return { id, object: 'customer', deleted: true }
  const created = Math.floor(created_at.getTime() / 1000)
  return { id, object: 'customer', email, metadata, created, livemode: false }
}

/** Newest first. */
export async function listSavedCards(pool: Pool, customerId: string): Promise<SavedCardRow[]> {
  const { rows } = await pool.query<SavedCardRow>(
    'select * from sandbox.payment_methods where customer_id = $1 order by place desc limit 100',
    [customerId],
  )
  return rows
}

export async function findSavedCard(pool: Pool, id: string): Promise<SavedCardRow | undefined> {
  const { rows } = await pool.query<SavedCardRow>('select * from sandbox.payment_methods where id = $1', [id])
  return rows[0]
}

/** Undefined if no customer has it. */
export async function detachCard(pool: Pool, id: string): Promise<SavedCardRow | undefined> {
  const { rows } = await pool.query<SavedCardRow>(
    `update sandbox.payment_methods set customer_id = null where id = $1 and customer_id is not null returning *`,
    [id],
  )
  return rows[0]
}

export function savedCardJson({
  id,
  customer_id,
  brand,
  last4,
  exp_month,
  exp_year,
  created_at,
}: SavedCardRow) {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    customer: customer_id,
    allow_redisplay: 'always',
    card: { brand, last4, exp_month, exp_year, wallet: null },
    created: Math.floor(created_at.getTime() / 1000),
    livemode: false,
  }
}

/** Of the session, if it has one. */
export const customerOf = ({ wanted }: Pick<SessionRow, 'wanted'>) => textField(wanted, 'customer')

/** Whether the payment form asks if the card should be saved. */
export function canSave(session: Pick<SessionRow, 'wanted'>): boolean {
  const options = nestedField(session.wanted, 'saved_payment_method_options')
  return customerOf(session) !== '' && textField(options, 'payment_method_save') === 'enabled'
}
