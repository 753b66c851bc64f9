import { asAdmin, checkImportFile, rowProblems } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'

test('the check of a Shopify file says what the store sells in another way, and refuses what isn’t shipped', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Policy,Variant Price,Variant Requires Shipping,Variant Taxable,Variant Tax Code,Gift Card
mist,Mist,Skin,Color,Fig,shopify,continue,9,true,FALSE,PC040100,false
mist,,,,Plum,shopify,continue,9,TRUE,true,,
oil,Oil,Skin,,,,deny,9,,true,,
book,Book,Skin,,,shopify,deny,9,false,true,,
card,Card,Skin,Amount,10,shopify,deny,10,false,true,,TRUE
card,,,,20,shopify,deny,20,false,true,,
`
  const checked = await checkImportFile(admin, file)
  expect(checked).toMatchObject({ created: 3, invalid: 3, columns: [] })
  expect(checked.notes).toEqual(
    expect.arrayContaining([
      '2 products may be sold without stock in the file. Here they are sold out at 0.',
      '1 product has no tracked stock in the file. Here it is sold out at 0: enter the stock.',
      '1 product isn’t taxed in the file. This store taxes every product at its region’s rate.',
      '1 product has a tax code or class in the file. This store taxes every product at its region’s rate.',
    ]),
  )
  expect(rowProblems(checked)).toEqual([
    [5, 'Variant Requires Shipping', expect.stringContaining('Every product here is shipped')],
    [6, 'Gift Card', expect.stringContaining('Gift cards can’t be imported')],
    [7, 'Gift Card', expect.stringContaining('Gift cards can’t be imported')],
  ])
})

test('a Shopify file of several locations has no stock, and the check says so', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = 'Handle,Title,Type,Variant Inventory Tracker,Variant Price\noil,Oil,Skin,shopify,9\n'
  const { notes, created } = await checkImportFile(admin, file)
  expect(created).toBe(1)
  expect(notes).toContain(
    '1 product has no stock in the file. A new product is sold out until you enter its stock.',
  )
})

test('the check of a WooCommerce file does so too, under its own columns', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `ID,Type,SKU,Name,Published,Tax status,Tax class,Stock,Backorders allowed?,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)
1,"simple, downloadable",OIL,Oil,0,none,,5,1,9,Skincare,,,
2,"simple, downloadable, virtual",EBOOK,Ebook,0,taxable,,,0,9,Skincare,,,
3,variable,MIST,Mist,0,shipping,,,0,,Skincare,,Color,"Fig, Plum"
4,variation,M1,Mist,0,taxable,parent,2,notify,9,,MIST,Color,Fig
5,"variation, virtual",M2,Mist,0,taxable,reduced-rate,,0,9,,MIST,Color,Plum
`
  const checked = await checkImportFile(admin, file)
  expect(checked.columns).toEqual([])
  expect(checked.notes).toEqual(
    expect.arrayContaining([
      '2 products may be sold without stock in the file. Here they are sold out at 0.',
      '2 products have no tracked stock in the file. Here they are sold out at 0: enter the stock.',
      '1 product isn’t taxed in the file. This store taxes every product at its region’s rate.',
      '1 product has a tax code or class in the file. This store taxes every product at its region’s rate.',
      '2 products have downloads in the file. Here they are sold without.',
    ]),
  )
  expect(rowProblems(checked)).toEqual([
    [3, 'Type', expect.stringContaining('Every product here is shipped')],
    [5, 'family', expect.stringContaining('Fix line 6')],
    [6, 'Type', expect.stringContaining('Every product here is shipped')],
  ])
})
