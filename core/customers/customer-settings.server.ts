import { z } from 'zod'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { SUBSCRIBER_STATES, setSubscribed } from './newsletter.server.ts'
import { type CustomerSettings, DEFAULT_CUSTOMER_SETTINGS } from './profile.ts'

export async function readCustomerSettings(ctx: Context): Promise<CustomerSettings> {
  return findCustomerSettings(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function saveCustomerSettings(
  ctx: Context,
  settings: CustomerSettings,
): Promise<CustomerSettings> {
  const { id: profileId, email } = requireSignedIn(ctx.actor)
  const { promotionalEmails, orderConfirmations, shippingUpdates, allowCookies, shareData } = settings
  await ctx.db.transaction(async (tx) => {
    await execute(tx)`
      insert into profile_settings (profile_id, order_confirmations, shipping_updates, allow_cookies, share_data, updated_at)
      values (${profileId}, ${orderConfirmations}, ${shippingUpdates}, ${allowCookies}, ${shareData}, ${ctx.now})
      on conflict (profile_id) do update set order_confirmations = excluded.order_confirmations,
        shipping_updates = excluded.shipping_updates, allow_cookies = excluded.allow_cookies,
        share_data = excluded.share_data, updated_at = excluded.updated_at`
    // Last, because the row above locks out a save from another tab, and a customer may have no subscription to lock.
    await setSubscribed({ db: tx, now: ctx.now }, email, promotionalEmails ? 'settings-1' : null)
  })
  return settings
}

export async function findCustomerSettings(db: Db, profileId: string): Promise<CustomerSettings> {
  const defaults = DEFAULT_CUSTOMER_SETTINGS
  const [stored] = await query(db, StoredSettings)`
    select s.order_confirmations as "orderConfirmations", s.shipping_updates as "shippingUpdates",
      s.allow_cookies as "allowCookies", s.share_data as "shareData", n.state as "newsletterState"
    from profiles p left join profile_settings s on s.profile_id = p.id
      left join newsletter_subscribers n on n.email = p.email
    where p.id = ${profileId}`
  return {
    orderConfirmations: stored?.orderConfirmations ?? defaults.orderConfirmations,
    shippingUpdates: stored?.shippingUpdates ?? defaults.shippingUpdates,
    allowCookies: stored?.allowCookies ?? defaults.allowCookies,
    shareData: stored?.shareData ?? defaults.shareData,
    promotionalEmails: stored?.newsletterState === 'subscribed',
  }
}

const StoredSettings = z.strictObject({
  orderConfirmations: z.boolean().nullable(),
  shippingUpdates: z.boolean().nullable(),
  allowCookies: z.boolean().nullable(),
  shareData: z.boolean().nullable(),
  newsletterState: z.enum(SUBSCRIBER_STATES).nullable(),
})
