import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { addresses } from './customers.table.ts'
import type { AddressChange, AddressDraft, SavedAddress } from './profile.ts'

const MAX_ADDRESSES = 50

export async function listAddresses(ctx: Context): Promise<SavedAddress[]> {
  return findAddresses(ctx.db, requireSignedIn(ctx.actor).id)
}

/** A customer's first address becomes the default. */
export async function addAddress(ctx: Context, draft: AddressDraft): Promise<SavedAddress> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    await lockProfile(tx, profileId)
    const [{ count } = { count: 0 }] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(addresses)
      .where(eq(addresses.profileId, profileId))
    if (count >= MAX_ADDRESSES)
      throw new Refusal(
        'conflict',
        `You can save up to ${MAX_ADDRESSES} addresses. Delete one to add another.`,
      )
    const row = { ...draft, country: draft.country ?? ctx.region }
    const [added] = await tx
      .insert(addresses)
      .values({ ...row, id: newId('address'), profileId, isDefault: count === 0 })
      .returning(ADDRESS_COLUMNS)
    return requireAddress(added)
  })
}

export async function changeAddress(ctx: Context, id: string, change: AddressChange): Promise<SavedAddress> {
  const [changed] = await ctx.db
    .update(addresses)
    .set({ ...change, updatedAt: sql`now()` })
    .where(ownAddress(ctx, id))
    .returning(ADDRESS_COLUMNS)
  return requireAddress(changed)
}

export async function setDefaultAddress(ctx: Context, id: string): Promise<SavedAddress> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    await lockProfile(tx, profileId)
    await tx
      .update(addresses)
      .set({ isDefault: false })
      .where(and(eq(addresses.profileId, profileId), eq(addresses.isDefault, true)))
    const [updated] = await tx
      .update(addresses)
      .set({ isDefault: true, updatedAt: sql`now()` })
      .where(ownAddress(ctx, id))
      .returning(ADDRESS_COLUMNS)
    return requireAddress(updated)
  })
}

/** Deleting the default leaves no default, as the specification requires. */
export async function removeAddress(ctx: Context, id: string): Promise<void> {
  const removed = await ctx.db.delete(addresses).where(ownAddress(ctx, id)).returning({ id: addresses.id })
  requireAddress(removed[0])
}

/** The specification's profile page starts with this address; only the demo adds it. */
export async function addSampleAddress(db: Db, profileId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockProfile(tx, profileId))) return
    if ((await findAddresses(tx, profileId)).length) return
    await tx.insert(addresses).values({ ...SAMPLE_ADDRESS, id: newId('address'), profileId, isDefault: true })
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

const ADDRESS_COLUMNS = {
  id: addresses.id,
  label: addresses.label,
  firstName: addresses.firstName,
  lastName: addresses.lastName,
  address: addresses.address,
  city: addresses.city,
  state: addresses.state,
  zipCode: addresses.zipCode,
  country: addresses.country,
  phone: addresses.phone,
  isDefault: addresses.isDefault,
}

export function findAddresses(db: Db, profileId: string): Promise<SavedAddress[]> {
  return db
    .select(ADDRESS_COLUMNS)
    .from(addresses)
    .where(eq(addresses.profileId, profileId))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt), asc(addresses.id))
}

function ownAddress(ctx: Context, id: string) {
  return and(eq(addresses.id, id), eq(addresses.profileId, requireSignedIn(ctx.actor).id))
}

function requireAddress<Address>(row: Address | undefined): Address {
  if (!row)
    throw new Refusal(
      'not_found',
      'We couldn’t find this address in your account. It may have been deleted already.',
    )
  return row
}

/** Serializes changes to a customer's addresses, so that at most one is the default. */
async function lockProfile(db: Db, profileId: string): Promise<boolean> {
  const locked = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('update')
  return locked.length > 0
}
