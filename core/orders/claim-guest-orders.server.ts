import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** Moves guest orders into the account with the same email address, once that address is confirmed. */
export async function claimGuestOrders(db: Db, profileId: string): Promise<void> {
  await execute(db)`
    update orders o set user_id = p.id, updated_at = now() from profiles p join auth_users u on u.id = p.id
    where p.id = ${profileId} and u.email_verified and o.user_id is null and o.email = p.email`
}
