import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { type AddressChange, type AddressDraft, SavedAddress } from './profile.ts'

const MAX_ADDRESSES = 50

export async function listAddresses(ctx: Context): Promise<SavedAddress[]> {
  return findAddresses(ctx.db, requireSignedIn(ctx.actor).id)
}

/** A customer's first address becomes the default. */
export async function addAddress(ctx: Context, draft: AddressDraft): Promise<SavedAddress> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    await lockProfile(tx, profileId)
    const { length: count } = await findAddresses(tx, profileId)
    if (count >= MAX_ADDRESSES)
      throw new Refusal(
        'conflict',
        `You can save up to ${MAX_ADDRESSES} addresses. Delete one to add another.`,
      )
    return insertAddress(tx, {
      ...draft,
      profileId,
      country: draft.country ?? ctx.region.code,
      isDefault: count === 0,
      at: ctx.now,
    })
  })
}

/** Fields that `change` leaves out stay unchanged. */
export async function changeAddress(ctx: Context, id: string, change: AddressChange): Promise<SavedAddress> {
  const assignments = (Object.keys(COLUMNS) as (keyof AddressChange)[]).flatMap((field) => {
    const value = change[field]
    return value === undefined ? [] : sql`${COLUMNS[field]} = ${value}`
  })
  const [changed] = await query(ctx.db, SavedAddress)`
    update addresses set ${sql.join([...assignments, sql`updated_at = now()`], ', ')}
    where ${isOwn(ctx, id)} returning ${ADDRESS_COLUMNS}`
  return requireAddress(changed)
}

const COLUMNS: Record<keyof AddressChange, Sql> = {
  label: sql`label`,
  firstName: sql`first_name`,
  lastName: sql`last_name`,
  address: sql`address`,
  city: sql`city`,
  state: sql`state`,
  zipCode: sql`zip_code`,
  country: sql`country`,
  phone: sql`phone`,
}

export async function setDefaultAddress(ctx: Context, id: string): Promise<SavedAddress> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    await lockProfile(tx, profileId)
    await execute(tx)`update addresses set is_default = false where profile_id = ${profileId} and is_default`
    const [updated] = await query(tx, SavedAddress)`
      update addresses set is_default = true, updated_at = now() where ${isOwn(ctx, id)} returning ${ADDRESS_COLUMNS}`
    return requireAddress(updated)
  })
}

/** Deleting the default leaves no default, as the specification requires. */
export async function removeAddress(ctx: Context, id: string): Promise<void> {
  if (!(await execute(ctx.db)`delete from addresses where ${isOwn(ctx, id)}`)) throw addressNotFound()
}

/** The specification's profile page starts with this address; only the demo adds it. */
export async function addSampleAddress(db: Db, profileId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockProfile(tx, profileId))) return
    if ((await findAddresses(tx, profileId)).length) return
    await insertAddress(tx, { ...SAMPLE_ADDRESS, profileId, isDefault: true, at: new Date() })
  })
}

const SAMPLE_ADDRESS = {
  label: 'Home',
  firstName: 'Jane',
  lastName: 'Doe',
  address: '123 Main Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10001',
  country: 'US' as const,
  phone: '+1 (212) 555-0100',
}

type NewAddress = Omit<SavedAddress, 'id'> & { profileId: string; at: Date }

async function insertAddress(tx: Db, draft: NewAddress): Promise<SavedAddress> {
  const [added] = await query(tx, SavedAddress)`
    insert into addresses
      (id, profile_id, label, first_name, last_name, address, city, state, zip_code, country, phone, is_default,
        created_at, updated_at)
    values (${newId('address')}, ${draft.profileId}, ${draft.label}, ${draft.firstName}, ${draft.lastName},
      ${draft.address}, ${draft.city}, ${draft.state}, ${draft.zipCode}, ${draft.country}, ${draft.phone},
      ${draft.isDefault}, ${draft.at}, ${draft.at})
    returning ${ADDRESS_COLUMNS}`
  return requireAddress(added)
}

export function findAddresses(db: Db, profileId: string): Promise<SavedAddress[]> {
  return query(db, SavedAddress)`
    select ${ADDRESS_COLUMNS} from addresses where profile_id = ${profileId}
    order by is_default desc, created_at, id`
}

const ADDRESS_COLUMNS = sql`id, label, first_name as "firstName", last_name as "lastName", address, city, state,
  zip_code as "zipCode", country, phone, is_default as "isDefault"`

function isOwn(ctx: Context, id: string): Sql {
  return sql`id = ${id} and profile_id = ${requireSignedIn(ctx.actor).id}`
}

function requireAddress(address: SavedAddress | undefined): SavedAddress {
  if (!address) throw addressNotFound()
  return address
}

const addressNotFound = () =>
  new Refusal('not_found', 'We couldn’t find this address in your account. It may have been deleted already.')

/** Serializes changes to a customer's addresses, so that at most one is the default. */
async function lockProfile(tx: Db, profileId: string): Promise<boolean> {
  return (await execute(tx)`select 1 from profiles where id = ${profileId} for update`) > 0
}
