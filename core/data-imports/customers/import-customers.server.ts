import { z } from 'zod'
import { MAX_TAGS } from '#core/customers/tags/tag.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import type { CheckedRecord, DataRecord, RowDetail } from '../data-import.ts'
import {
  type CheckContext,
  type DataKind,
  invalidRecord,
  type PendingRecord,
  problemOf,
  type WriteContext,
} from '../data-kind.server.ts'
import { readCustomers } from './customer-csv.server.ts'
import { ImportedCustomer } from './imported-customer.server.ts'

/**
 * New customers get an account without a password, which only a link sent to their address can open. Those that the store
 * has already get what their account lacks, and nothing of it is replaced.
 */
export const CUSTOMER_IMPORT: DataKind = { read: readCustomers, check: checkCustomers, write: writeCustomers }

const STAFF_ACCOUNT = 'This is the account of a member of the staff. It isn’t changed.'
const ADMIN_ADDRESS = 'This is the administrator’s address. The administrator signs up with it.'

async function checkCustomers(
  { db, settings, options }: CheckContext,
  records: DataRecord[],
): Promise<CheckedRecord[]> {
  const known = await findKnownCustomers(db, records)
  return records.map((record) => {
    if (!record.data) return invalidRecord(record)
    const customer = ImportedCustomer.parse(record.data)
    const existing = known.get(customer.email)
    if (existing?.isStaff || customer.email === settings.adminEmail) {
      const problem = problemOf('Email', customer.email, existing?.isStaff ? STAFF_ACCOUNT : ADMIN_ADDRESS)
      return invalidRecord({ ...record, problems: [problem] })
    }
    const data = { ...customer, subscribes: Boolean(options.subscribe && customer.subscribes) }
    const details = describe(existing ? withoutKnown(data, existing) : data)
    const kind = !existing ? 'new' : details.length ? 'changed' : 'unchanged'
    return { ...record, kind, data, details }
  })
}

/** Of accounts that shoppers made without a name. */
const DEFAULT_NAME = 'Customer'

function withoutKnown(customer: ImportedCustomer, known: KnownCustomer): ImportedCustomer {
  const { name, phone, address, tags, note, subscribes } = customer
  const knownTags = known.tags.map((tag) => tag.toLowerCase())
  const newTags = tags.filter((tag) => !knownTags.includes(tag.toLowerCase()))
  return {
    ...customer,
    name: known.name === null || known.name === DEFAULT_NAME ? (name === known.name ? null : name) : null,
    phone: known.phone === null ? phone : null,
    address: known.hasAddress ? null : address,
    tags: newTags.slice(0, Math.max(0, MAX_TAGS - knownTags.length)),
    note: note !== null && known.notes.includes(note) ? null : note,
    subscribes: subscribes && !known.isSubscriber,
  }
}

function describe({ name, phone, address, tags, note, subscribes }: ImportedCustomer): RowDetail[] {
  const details: [string, string | null][] = [
    ['name', name],
    ['phone', phone],
    ['address', address && `${address.city}, ${address.country}`],
    ['tags', tags.join(', ')],
    ['note', note],
    ['newsletter', subscribes ? 'subscribed' : ''],
  ]
  return details.flatMap(([label, text]): RowDetail[] => (text ? [[label, text.slice(0, 100)]] : []))
}

const KnownCustomer = z.strictObject({
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  isStaff: z.boolean(),
  hasAddress: z.boolean(),
  isSubscriber: z.boolean(),
  tags: z.array(z.string()),
  notes: z.array(z.string()),
})
type KnownCustomer = z.infer<typeof KnownCustomer>

async function findKnownCustomers(db: Db, records: DataRecord[]): Promise<Map<string, KnownCustomer>> {
  const rows = await query(db, KnownCustomer)`
    select p.email, p.full_name as name, p.phone, p.role <> 'user' or p.staff_role is not null as "isStaff",
      exists (select from addresses a where a.profile_id = p.id) as "hasAddress",
      exists (select from newsletter_subscribers n where n.email = p.email) as "isSubscriber",
      coalesce((select json_agg(t.tag) from customer_tags t where t.profile_id = p.id), '[]') as tags,
      coalesce((select json_agg(n.note) from customer_notes n where n.profile_id = p.id), '[]') as notes
    from profiles p where p.email = any(${records.map(({ key }) => key)})`
  return new Map(rows.map((row) => [row.email, row]))
}

async function writeCustomers(
  { db, now, actorId }: WriteContext,
  rows: PendingRecord[],
): Promise<Map<number, string>> {
  // In one order, so that two transactions that add the same accounts can't deadlock.
  const customers = rows
    .map(({ data }) => ImportedCustomer.parse(data))
    .sort((one, other) => (one.email < other.email ? -1 : 1))
  const created = await insertAccounts(db, customers, now)
  const emails = customers.map(({ email }) => email)
  const locked = await query(db, LockedProfile)`
    select id, email from profiles
    where email = any(${emails}) and role = 'user' and staff_role is null order by id for update`
  const profiles = new Map(locked.map(({ id, email }) => [email, id]))
  const confirmed = await confirmAccounts(db, [...profiles.values()], now)
  await claimGuestOrders(db, [...created, ...confirmed], now)
  const known = customers.flatMap((customer) => {
    const profileId = profiles.get(customer.email)
    return profileId === undefined ? [] : [{ ...customer, profileId, addressId: newId('address') }]
  })
  const incoming = sql`json_to_recordset(${sql.json(known)}) as r ("profileId" text, "addressId" text, name text, phone text,
    address json, tags json, note text)`
  await execute(db)`
    update profiles p set full_name = case when p.full_name is null or p.full_name = ${DEFAULT_NAME}
        then coalesce(r.name, p.full_name) else p.full_name end,
      phone = coalesce(p.phone, r.phone), updated_at = ${now}
    from ${incoming}
    where p.id = r."profileId" and ((p.full_name is null or p.full_name = ${DEFAULT_NAME}) and r.name is not null
      or p.phone is null and r.phone is not null)`
  await execute(db)`
    insert into addresses (id, profile_id, first_name, last_name, address, city, state, zip_code, country, phone, is_default,
      created_at, updated_at)
    select r."addressId", r."profileId", r.address ->> 'firstName', r.address ->> 'lastName', r.address ->> 'address',
      r.address ->> 'city', r.address ->> 'state', r.address ->> 'zipCode', r.address ->> 'country', r.address ->> 'phone', true,
      ${now}, ${now}
    from ${incoming}
    where json_typeof(r.address) = 'object'
      and not exists (select from addresses a where a.profile_id = r."profileId")`
  await insertTags(db, incoming)
  await execute(db)`
    insert into customer_notes (profile_id, actor_id, note, at)
    select r."profileId", ${actorId}, r.note, ${now} from ${incoming}
    where r.note is not null
      and not exists (select from customer_notes n where n.profile_id = r."profileId" and n.note = r.note)`
  await subscribe(
    db,
    known.filter(({ subscribes }) => subscribes).map(({ email }) => email),
    now,
  )
  return new Map(
    rows.flatMap(({ line, data }) =>
      profiles.has(ImportedCustomer.parse(data).email) ? [] : [[line, STAFF_ACCOUNT] as const],
    ),
  )
}

const LockedProfile = z.strictObject({ id: z.string(), email: z.string() })

/** Their address counts as confirmed: without a password, only a link sent to it leads into the account. */
async function insertAccounts(db: Db, customers: ImportedCustomer[], now: Date): Promise<string[]> {
  const accounts = customers.map(({ email, name, since }) => ({
    id: newId('profile'),
    email,
    name: name ?? DEFAULT_NAME,
    at: since ?? now.toISOString(),
  }))
  return queryColumn(db, z.string())`
    with incoming as (
      select * from json_to_recordset(${sql.json(accounts)}) as r (id text, email text, name text, at timestamptz)
    ), users as (
      insert into auth_users (id, email, name, email_verified, created_at, updated_at)
      select id, email, name, true, least(at, ${now}), ${now} from incoming on conflict (email) do nothing
      returning id, email, name, created_at
    )
    insert into profiles (id, email, full_name, created_at, updated_at)
    select id, email, name, created_at, ${now} from users returning id`
}

/**
 * Someone signed up with the address and never proved that it is theirs. Their password must not open what is imported, and
 * what is imported must not be deleted with unconfirmed accounts.
 */
async function confirmAccounts(db: Db, profileIds: string[], now: Date): Promise<string[]> {
  const confirmed = await queryColumn(db, z.string())`
    update auth_users set email_verified = true, updated_at = ${now}
    where id = any(${profileIds}) and not email_verified returning id`
  if (!confirmed.length) return []
  await execute(db)`delete from auth_accounts where user_id = any(${confirmed})`
  await execute(db)`delete from auth_verifications where split_part(id, ':', 1) = any(${confirmed})`
  return confirmed
}

/** As for any account whose address is confirmed. */
async function claimGuestOrders(db: Db, profileIds: string[], now: Date): Promise<void> {
  if (!profileIds.length) return
  await execute(db)`
    update orders o set user_id = p.id, updated_at = ${now} from profiles p
    where p.id = any(${profileIds}) and o.user_id is null and o.email = p.email`
}

/** As many as an account may have. */
async function insertTags(db: Db, incoming: ReturnType<typeof sql>): Promise<void> {
  await execute(db)`
    insert into customer_tags (profile_id, tag)
    select profile_id, tag from (
      select r."profileId" as profile_id, new.tag, row_number() over (partition by r."profileId" order by new.position)
        + (select count(*) from customer_tags t where t.profile_id = r."profileId") as place
      from ${incoming}, json_array_elements_text(r.tags) with ordinality as new (tag, position)
      where not exists (
        select from customer_tags t where t.profile_id = r."profileId" and lower(t.tag) = lower(new.tag))
    ) placed where place <= ${MAX_TAGS} on conflict do nothing`
}

/** Nobody who has left the newsletter is subscribed again. */
async function subscribe(db: Db, emails: string[], now: Date): Promise<void> {
  const subscribers = emails.map((email) => ({ id: newId('subscriber'), email }))
  await execute(db)`
    insert into newsletter_subscribers (id, email, state, requested_at, confirmed_at, consent)
    select id, email, 'subscribed', ${now}, ${now}, 'former-store-1'
    from json_to_recordset(${sql.json(subscribers)}) as r (id text, email text) on conflict (email) do nothing`
}
