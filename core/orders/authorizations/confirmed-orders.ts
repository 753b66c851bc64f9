import { sql } from '#db/sql.ts'

/** A condition on an order `o`: the same as `isConfirmed`. */
export const IS_CONFIRMED = sql`(o.payment_status = 'paid' or o.payment_method = 'demo' or o.authorization_state = 'authorized')`

/**
 * A condition on an order `o`: its authorization ends soon, or it couldn't be charged. What can't be charged anymore is
 * settled with the customer, so it counts for a month.
 */
export const IS_CHARGE_AT_RISK = sql`(o.authorization_state is not null and case o.authorization_state
  when 'authorized' then o.authorized_until <= now() + interval '2 days' and o.status in ('pending', 'processing')
  else o.created_at > now() - interval '30 days' end)`
