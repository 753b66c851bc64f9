import { z } from 'zod'
import { findAdminProducts } from '#core/catalog/admin-products.server.ts'
import type { FamilyDraft, MemberDraft } from '#core/catalog/families/family.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { setPublishStatus } from '#core/catalog/save-product.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin } from './imports.ts'

export const FAMILY: FamilyDraft = {
  name: 'Satin Lipstick',
  brand: 'Maison Rosier',
  category: 'Makeup',
  tagline: 'Soft color.',
  description: 'Shared text.',
  benefits: ['Stays soft'],
  howToUse: ['Apply'],
  options: ['shade'],
  optionSettings: {},
}

export const MEMBER: MemberDraft = {
  shadeName: null,
  shadeCode: null,
  shadeColor: null,
  shadeFinish: null,
  sizeQuantity: null,
  sizeUnit: null,
  price: 3800,
  sku: null,
  barcode: null,
  weight: null,
  option1: null,
  option2: null,
  option3: null,
}

type FamilyParts = Partial<FamilyDraft> & { members: (Partial<MemberDraft> & { stock?: number })[] }

/** Published, by default with one product per shade, each in stock. */
export async function buildFamily(ctx: Context, { members, ...family }: FamilyParts) {
  const admin = await asAdmin(ctx)
  const { id, slug } = await createFamily(admin, {
    draft: { ...FAMILY, ...family },
    members: members.map(({ stock, ...member }) => ({ ...MEMBER, ...member })),
  })
  const ids = await queryColumn(ctx.db, z.string())`
    select id from products where family_id = ${id} order by position`
  await setPublishStatus(admin, ids, 'published')
  for (const [index, productId] of ids.entries()) {
    const change = members[index]?.stock ?? 10
    if (change > 0) await adjustStock(admin, productId, { change, reason: 'received' })
  }
  const found = await findAdminProducts(admin, ids)
  return { admin, id, slug, ids, products: found.toSorted((a, b) => a.position - b.position) }
}
