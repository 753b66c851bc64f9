import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { query } from '#db/sql.ts'
import { ProductDraft, slugify } from '../product-draft.ts'
import { EMPTY_DRAFT } from '../product-fields.ts'
import { insertProducts, type NewProduct } from '../write-products.server.ts'
import { type FamilyDraft, type MemberDraft, memberName } from './family.ts'
import { refuseSameOptions } from './same-options.server.ts'

type MemberFamily = Pick<FamilyDraft, 'name' | 'brand' | 'category' | 'options' | 'optionSettings'> & {
  id: string
}

/** The caller holds a lock on the family. */
export async function insertMembers(
  ctx: Context,
  family: MemberFamily,
  members: MemberDraft[],
): Promise<string[]> {
  if (!members.length) return []
  const [last] = await query(ctx.db, LastPosition)`
    select coalesce(max(position), 0) as position from products where family_id = ${family.id}`
  const drafts = members.map((member, index) => parseMember(family, member, index))
  await refuseSameOptions(ctx.db, family, drafts, 'members')
  const products = drafts.map((draft, index): NewProduct => {
    const id = newId('product')
    // A slug of its own for each: shades of other families can have the same name.
    const slug = `${slugify(draft.name)}-${id.slice(-6)}`
    const position = (last?.position ?? 0) + index + 1
    return { ...draft, id, slug, inStock: false, createdAt: ctx.now, familyId: family.id, position }
  })
  const inserted = await insertProducts(ctx.db, products)
  if (inserted.size !== products.length) throw new Error('The slug of a new product is taken')
  return products.map(({ id }) => id)
}

const LastPosition = z.strictObject({ position: z.int() })

/** Names the row of the first invalid member. */
function parseMember(
  { name, brand, category, options }: MemberFamily,
  member: MemberDraft,
  index: number,
): ProductDraft {
  try {
    return parseForm(ProductDraft, {
      ...EMPTY_DRAFT,
      ...member,
      brand,
      category,
      name: memberName(name, member, options),
    })
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([field, message]) => [
      `members.${index}.${field}`,
      message,
    ])
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}
