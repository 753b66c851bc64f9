import type { Context } from '#core/context.ts'
import { turnOffAlerts, turnOnAlerts } from '#core/wishlist/alerts.server.ts'
import { shareWishlist, stopSharingWishlist } from '#core/wishlist/share-wishlist.server.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'

type WishlistForm = FormHandler<{ ctx: Context }>

/** Keyed by the path of each form in routes.ts. */
export const WISHLIST_FORMS: Record<string, WishlistForm> = {
  emails: async ({ ctx, form }) => {
    if (form.has('off')) {
      await turnOffAlerts(ctx)
      return 'wishlist-emails-off'
    }
    await turnOnAlerts(ctx)
    return 'wishlist-emails-on'
  },
  link: async ({ ctx, form }) => {
    if (form.has('off')) {
      await stopSharingWishlist(ctx)
      return 'wishlist-not-shared'
    }
    await shareWishlist(ctx, { showsName: form.has('showsName') })
    return 'wishlist-shared'
  },
}
