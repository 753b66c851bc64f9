import { requirePermission } from '#core/permissions/permissions.ts'
import { findProfile } from '../accounts/profiles.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { recordPersonalRead } from '../personal-reads/record-read.server.ts'
import { findAddresses } from './addresses.server.ts'
import { findCustomerSettings } from './customer-settings.server.ts'

export async function findCustomer(ctx: Context, id: string) {
  requirePermission(ctx.actor, 'customers.view')
  const profile = await findProfile(ctx.db, id)
  if (!profile) throw new Refusal('not_found', 'Customer not found.')
  await recordPersonalRead(ctx, { data: 'customers', way: 'record', records: 1 })
  const [addresses, settings] = await Promise.all([
    findAddresses(ctx.db, id),
    findCustomerSettings(ctx.db, id),
  ])
  return { profile, addresses, settings }
}
