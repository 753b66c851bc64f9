import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import { FAMILY_FIELDS, FamilyFields } from './family.ts'

const AdminFamily = FamilyFields.extend({
  id: z.string(),
  slug: z.string(),
  edition: z.int(),
  members: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type AdminFamily = z.infer<typeof AdminFamily>

export async function listAdminFamilies(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminFamily>> {
  requirePermission(ctx.actor, 'products.view')
  return listRows(ctx.db, AdminFamily, listQuery, {
    select: SELECT_FAMILY,
    sorts: {
      newest: { ...sortBy('createdAt', sql`f.created_at`, 'timestamptz', sql`f.id`), descending: true },
    },
    searchText: sql`lower(f.name || ' ' || f.brand || ' ' || f.slug)`,
  })
}

export async function findAdminFamily(ctx: Context, id: string): Promise<AdminFamily> {
  requirePermission(ctx.actor, 'products.view')
  const [family] = await query(ctx.db, AdminFamily)`${SELECT_FAMILY} where f.id = ${id}`
  if (!family) throw new Refusal('not_found', 'This family no longer exists.')
  return family
}

const SELECT_FAMILY = sql`select f.id, f.slug, f.edition, ${selectFields(FAMILY_FIELDS, 'f')},
  to_json(f.options) as options, f.option_settings as "optionSettings",
  (select count(*)::int from products p where p.family_id = f.id) as members,
  f.created_at as "createdAt", f.updated_at as "updatedAt" from families f`
