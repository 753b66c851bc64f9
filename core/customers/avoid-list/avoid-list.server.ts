import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { GROUP_NAMES } from '#core/ingredients/formulas/ingredient-groups.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { CURRENT_CONSENT, MAX_AVOIDED_INGREDIENTS } from './avoid-list.ts'

export const AvoidListDraft = z.object({
  groups: z.array(z.enum(GROUP_NAMES)).max(GROUP_NAMES.length),
  ingredients: z
    .array(z.string().max(64))
    .max(MAX_AVOIDED_INGREDIENTS, `A list can have at most ${MAX_AVOIDED_INGREDIENTS} ingredients.`),
})
export type AvoidListDraft = z.infer<typeof AvoidListDraft>

const StoredList = z.strictObject({
  groups: z.array(z.enum(GROUP_NAMES)),
  ingredients: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  consentedAt: z.date(),
})
export type StoredAvoidList = z.infer<typeof StoredList>

/** Null if the customer hasn't agreed to storing one. */
export async function readAvoidList(ctx: Context): Promise<StoredAvoidList | null> {
  return selectList(ctx.db, requireSignedIn(ctx.actor).id)
}

async function selectList(db: Db, profileId: string): Promise<StoredAvoidList | null> {
  const [list] = await query(db, StoredList)`
    select a.groups, a.consented_at as "consentedAt",
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name)), '[]')
        from avoid_list_ingredients i join substances s on s.id = i.substance_id
        where i.profile_id = a.profile_id) as ingredients
    from avoid_lists a where a.profile_id = ${profileId}`
  return list ?? null
}

/** Replaces the list. The first time, the customer has to agree. */
export async function saveAvoidList(
  ctx: Context,
  { groups, ingredients }: AvoidListDraft,
  { consent = false } = {},
): Promise<StoredAvoidList> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  const ids = [...new Set(ingredients)]
  return ctx.db.transaction(async (tx) => {
    await lockList(ctx, tx, profileId, consent)
    await execute(tx)`update avoid_lists set groups = ${[...new Set(groups)]}, updated_at = ${ctx.now}
      where profile_id = ${profileId}`
    await execute(
      tx,
    )`delete from avoid_list_ingredients where profile_id = ${profileId} and substance_id <> all(${ids})`
    const known = await execute(tx)`select from substances where id = any(${ids}) for key share`
    if (known < ids.length) throw invalidInput('ingredients', 'Choose ingredients from the list.')
    await execute(tx)`insert into avoid_list_ingredients (profile_id, substance_id)
      select ${profileId}, unnest(${ids}::text[]) on conflict do nothing`
    const saved = await selectList(tx, profileId)
    if (!saved) throw new Error('The list was just saved')
    return saved
  })
}

async function lockList(ctx: Context, tx: Db, profileId: string, consent: boolean): Promise<void> {
  const exists = await execute(tx)`select from avoid_lists where profile_id = ${profileId} for update`
  if (exists) return
  if (!consent)
    throw invalidInput('consent', 'Please agree first, because the list may say something about your health.')
  // Another tab may have agreed at the same time.
  await execute(tx)`
    insert into avoid_lists (profile_id, consent, consented_at, updated_at)
    values (${profileId}, ${CURRENT_CONSENT}, ${ctx.now}, ${ctx.now}) on conflict (profile_id) do nothing`
  await execute(tx)`select from avoid_lists where profile_id = ${profileId} for update`
}

/** Withdraws the consent: nothing of the list remains in the account. */
export async function deleteAvoidList(ctx: Context): Promise<void> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  await execute(ctx.db)`delete from avoid_lists where profile_id = ${profileId}`
}
