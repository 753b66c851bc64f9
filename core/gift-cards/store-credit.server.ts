import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { CURRENCIES, type Money } from '../money.ts'

const Credit = z.strictObject({ amount: z.int(), currency: z.enum(CURRENCIES) })

/** What the account can spend, by currency. */
export function listStoreCredit(ctx: Context): Promise<Money[]> {
  const { id } = requireSignedIn(ctx.actor)
  return query(ctx.db, Credit)`
    select balance as amount, currency from gift_cards
    where user_id = ${id} and kind = 'credit' and state = 'active' and balance > 0 order by currency`
}

const CustomerCredit = Credit.extend({ id: z.string() })

export function listCustomerCredit(ctx: Context, userId: string): Promise<(Money & { id: string })[]> {
  requirePermission(ctx.actor, 'gift-cards.edit')
  return query(ctx.db, CustomerCredit)`
    select id, balance as amount, currency from gift_cards
    where user_id = ${userId} and kind = 'credit' order by currency`
}
