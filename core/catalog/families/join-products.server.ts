import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { recordColumns } from '#core/fields/field-columns.server.ts'
import { inputSchemas } from '#core/fields/field-schemas.ts'
import { pickFields } from '#core/fields/fields.ts'
import { execute, query, sql } from '#db/sql.ts'
import { findAdminProducts } from '../admin-products.server.ts'
import { OPTION_FIELDS, PRODUCT_FIELDS } from '../product-fields.ts'
import type { FamilyDraft, MemberOptions } from './family.ts'
import type { OptionValues } from './family-options.ts'
import { refuseSameOptions } from './same-options.server.ts'

export type JoiningProduct = { productId: string } & Partial<MemberOptions>

const JOIN_FIELDS = pickFields(PRODUCT_FIELDS, OPTION_FIELDS)
const Options = z.object(inputSchemas(JOIN_FIELDS)).partial().required({
  shadeName: true,
  sizeQuantity: true,
  sizeUnit: true,
  option1: true,
  option2: true,
  option3: true,
})

/** The caller holds a lock on the family. Names the first product that can't join. */
export async function joinProducts(
  ctx: Context,
  family: Pick<FamilyDraft, 'options' | 'optionSettings'> & { id: string },
  products: JoiningProduct[],
): Promise<void> {
  if (!products.length) return
  const ids = products.map(({ productId }) => productId)
  // Locked in one order, so that two administrators who join the same products don't wait for each other.
  await query(
    ctx.db,
    LockedProduct,
  )`select id from products where id = any(${ids}) order by id for no key update`
  const productsById = new Map((await findAdminProducts(ctx, ids)).map((product) => [product.id, product]))
  const members = products.map((joining, index) => {
    const product = productsById.get(joining.productId)
    if (!product)
      throw new Refusal('conflict', 'One of these products no longer exists. Remove it and try again.')
    if (product.familyId !== null)
      throw new Refusal(
        'conflict',
        product.familyId === family.id
          ? `${product.name} is already in this family.`
          : `${product.name} is already in the family ${product.familyName}. Remove it from that family first.`,
      )
    return { ...parseOptions(product, joining, index), productId: product.id }
  })
  await refuseSameOptions(ctx.db, family, members, 'products')
  await execute(ctx.db)`
    update products p set family_id = ${family.id}, edition = p.edition + 1, position = last.position + r.place,
      shade_name = r."shadeName", shade_code = coalesce(r."shadeCode", p.shade_code),
      shade_color = coalesce(r."shadeColor", p.shade_color), shade_finish = coalesce(r."shadeFinish", p.shade_finish),
      size_quantity = r."sizeQuantity", size_unit = r."sizeUnit",
      option1 = r.option1, option2 = r.option2, option3 = r.option3
    from (select coalesce(max(position), 0) as position from products where family_id = ${family.id}) last,
      rows from (json_to_recordset(${sql.json(members)}) as ("productId" text, ${recordColumns(JOIN_FIELDS)}))
        with ordinality as r ("productId", "shadeName", "shadeCode", "shadeColor", "shadeFinish", "sizeQuantity", "sizeUnit",
          option1, option2, option3, place)
    where p.id = r."productId"`
}

const LockedProduct = z.strictObject({ id: z.string() })

function parseOptions(product: OptionValues, { productId, ...options }: JoiningProduct, index: number) {
  const { data, error } = Options.safeParse({
    ...options,
    shadeName: options.shadeName ?? product.shadeName,
    sizeQuantity: options.sizeQuantity ?? product.sizeQuantity,
    sizeUnit: options.sizeUnit ?? product.sizeUnit,
    option1: options.option1 ?? product.option1,
    option2: options.option2 ?? product.option2,
    option3: options.option3 ?? product.option3,
  })
  if (data) return data
  const [issue] = error.issues
  throw invalidInput(`products.${index}.${String(issue?.path[0])}`, issue?.message ?? 'Check this product.')
}
