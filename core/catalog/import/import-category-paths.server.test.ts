import type { Context } from '#core/context.ts'
import { asAdmin, checkImportFile, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../admin-products.server.ts'
import { readCategories } from '../categories/categories.server.ts'
import {
  createCategory,
  deleteCategory,
  editCategory,
  listAdminCategories,
} from '../categories/manage-categories.server.ts'

const CREATE = { createCategories: true, category: null }

async function categoryId(admin: Context, name: string): Promise<string> {
  const category = (await listAdminCategories(admin)).find((each) => each.name === name)
  if (!category) throw new Error(`No category ${name}`)
  return category.id
}

const parentsOf = async (ctx: Context, wanted: string[]) => {
  const categories = await readCategories(ctx)
  const parentOf = (name: string) => {
    const category = categories.find((each) => each.name === name)
    return category && (categories.find(({ id }) => id === category.parentId)?.name ?? null)
  }
  return wanted.map(parentOf)
}

test('a new category of a path is created inside the one before it, on two levels', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createCategory(admin, { name: 'Nails', parentId: await categoryId(admin, 'Makeup') })
  const shopify = `Handle,Title,Product Category,Type,Variant Price
brush,Brush,Health & Beauty > Personal Care > Oral Care > Toothbrushes,,9
paste,Paste,Health & Beauty > Personal Care > Oral Care,,9
file,File,Health & Beauty > Nails > Nail Files,,9
polish,Polish,Health & Beauty > Cosmetics > Nails,,9
tray,Tray,Home & Garden > TRAYS > Trays,,9
all,All,Home & Garden > All > Vases,,9
candle,Candle,Home & Garden > Decor > Candles,Candles,9
broken,Broken,Home & Garden > Kitchen > Cups,,x
`
  const checked = await checkImportFile(admin, shopify, CREATE)
  expect(checked.notes[0]).toBe(
    'Creates 6 categories: Oral Care (1 product), Oral Care > Toothbrushes (1 product), Makeup > Nail Files (1 product), Trays (1 product), Vases (1 product), Candles (1 product).',
  )
  expect(await runImport(admin, checked.id)).toMatchObject({ created: 7, invalid: 1 })
  expect(
    await parentsOf(ctx, ['Oral Care', 'Toothbrushes', 'Nail Files', 'Nails', 'Trays', 'Vases', 'Candles']),
  ).toEqual([null, 'Oral Care', 'Makeup', 'Makeup', null, null, null])
  const products = await findAdminProductsBySlug(ctx.db, ['brush', 'polish'])
  expect(products.get('brush')?.category).toBe('Toothbrushes')
  expect(products.get('polish')?.category).toBe('Nails')

  const woocommerce = `ID,Type,Name,Published,Regular price,Categories
1,simple,Face Serum,1,9,Skincare > Serums
2,simple,Soap,1,9,"Uncategorized, Bath > Soaps > Bars"
3,simple,Oil,1,9,Bath
4,simple,Mask,1,9,"Sale, Skincare > Face > Masks"
`
  const next = await checkImportFile(admin, woocommerce, CREATE)
  expect(next.notes[0]).toBe(
    'Creates 5 categories: Skincare > Serums (1 product), Soaps, Soaps > Bars (1 product), Bath (1 product), Skincare > Masks (1 product).',
  )
  await runImport(admin, next.id)
  expect(await parentsOf(ctx, ['Serums', 'Masks', 'Bars', 'Soaps', 'Bath'])).toEqual([
    ...['Skincare', 'Skincare', 'Soaps', null, null],
  ])
})

test('a parent that was deleted, renamed, or moved since the check is found or created again', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const inside = { name: 'Bath', parentId: await categoryId(admin, 'Skincare') }
  for (const draft of [{ name: 'Home' }, { name: 'Body' }, { name: 'Bath' }])
    await createCategory(admin, draft)
  const file =
    'name,category,price\nVase,Home > Vases,9\nOil,Body > Oils,9\nSalt,Bath > Salts,9\nPot,Vases > Pots,9\n'
  const { id } = await checkImportFile(admin, file, CREATE)
  await deleteCategory(admin, await categoryId(admin, 'Home'), null)
  await editCategory(admin, await categoryId(admin, 'Body'), { name: 'Body Care' })
  await editCategory(admin, await categoryId(admin, 'Bath'), inside)
  expect(await runImport(admin, id)).toMatchObject({ created: 4, invalid: 0 })
  expect(await parentsOf(ctx, ['Vases', 'Oils', 'Salts', 'Pots'])).toEqual([
    ...['Home', 'Body Care', 'Skincare', 'Home'],
  ])
})
