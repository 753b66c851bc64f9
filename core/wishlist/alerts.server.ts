import { z } from 'zod'
import { acceptedSecrets, isSame, sign } from '#core/accounts/signature.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { changeList, lockList } from './change-list.server.ts'
import type { AlertConsent } from './wishlist.ts'

const LIST_CONSENT: AlertConsent = 'wishlist-1'

/** Emails about all products on the customer's list, also those that they add later. */
export async function turnOnAlerts(ctx: Context): Promise<void> {
  await changeList(ctx, async (tx, profileId) => {
    await execute(tx)`
      insert into wishlists as w (profile_id, alerts_consent, alerts_consented_at)
      values (${profileId}, ${LIST_CONSENT}, ${ctx.now})
      on conflict (profile_id) do update
        set alerts_consent = excluded.alerts_consent, alerts_consented_at = excluded.alerts_consented_at
        where w.alerts_consent is null`
    const ids = await queryColumn(tx, z.string())`
      select product_id from wishlist_items where profile_id = ${profileId}`
    await addAlerts(tx, profileId, ids)
  })
}

/** Those that were sent stay, so that none is sent again. */
export async function turnOffAlerts(ctx: Context): Promise<void> {
  await endAlerts(ctx.db, requireSignedIn(ctx.actor).id)
}

function endAlerts(db: Db, profileId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockList(tx, profileId)
    await execute(tx)`
      update wishlists set alerts_consent = null, alerts_consented_at = null where profile_id = ${profileId}`
    await execute(tx)`delete from product_alerts where profile_id = ${profileId} and state = 'waiting'`
  })
}

/**
 * If the customer has agreed to emails about their list, which the caller has locked. Who added a product first is emailed
 * first.
 */
export async function addAlerts(tx: Db, profileId: string, productIds: string[]): Promise<void> {
  const rows = productIds.flatMap((productId) =>
    ['stock', 'price'].map((kind) => ({ id: newId('productAlert'), productId, kind })),
  )
  if (!rows.length) return
  await execute(tx)`
    insert into product_alerts (id, kind, product_id, profile_id, state, requested_at, consent)
    select n.id, n.kind, i.product_id, i.profile_id, 'waiting', i.created_at, w.alerts_consent
    from json_to_recordset(${sql.json(rows)}) as n (id text, "productId" text, kind text)
    join wishlist_items i on i.profile_id = ${profileId} and i.product_id = n."productId"
    join wishlists w on w.profile_id = i.profile_id and w.alerts_consent is not null
    on conflict (profile_id, product_id, kind) where profile_id is not null do nothing`
}

/** Of an account, by its ID; of an address without one, by the ID of the alert. */
export function alertsUnsubscribeUrl(settings: Pick<Settings, 'origin' | 'secret'>, id: string): string {
  return `${settings.origin}/wishlist/unsubscribe?${new URLSearchParams({ id, key: unsubscribeKey(settings, id) })}`
}

/** Needs no sign-in: the key in the email can do nothing else. */
export async function unsubscribeAlerts(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { id, key }: { id: string; key: string },
): Promise<void> {
  const isValid = acceptedSecrets(settings).some((secret) => isSame(unsubscribeKey({ secret }, id), key))
  if (!isValid)
    throw new Refusal('not_found', 'This unsubscribe link is incomplete. Please use the link in our email.')
  await endAlerts(db, id)
  await execute(db)`
    delete from product_alerts where email = (select email from product_alerts where id = ${id})`
}

function unsubscribeKey({ secret }: Pick<Settings, 'secret'>, id: string): string {
  return sign(`unsubscribe from alerts ${id}`, secret)
}
