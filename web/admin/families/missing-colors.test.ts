import { execute } from '#db/sql.ts'
import { expect, test } from '#test/page-test.ts'

test('a family names the shades without a color, until all have one or none is shown as a swatch', async ({
  ctx,
  admin,
}) => {
  const form = await admin.open('/admin/products/families/new')
  const created = await form.submit('Create family', {
    ...{ Name: 'Pale Balm', Category: 'Makeup', 'Price (USD)': '38' },
    'Products (one per line)': 'Fig\nMoonlight\nDusk',
  })
  expect(created.main).toContain(
    '2 shades have no color: Moonlight and Dusk. Shoppers see names instead of swatches until all shades of this family have a color. Enter it in the Color column.',
  )
  const reopen = () => admin.open(created.path)
  const setColor = (name: string, color: string) =>
    execute(ctx.db)`update products set shade_color = ${color} where name = ${`Pale Balm, ${name}`}`
  await setColor('Moonlight', '#dddde4')
  expect((await reopen()).main).toContain('1 shade has no color: Dusk. Shoppers see')
  const showAs = (display: string) =>
    execute(
      ctx.db,
    )`update families set option_settings = ${JSON.stringify({ shade: { name: 'Shade', display } })}
      where slug = 'pale-balm'`
  await showAs('button')
  expect((await reopen()).main).not.toContain('no color')
  await showAs('swatch')
  await setColor('Dusk', '#4b4658')
  expect((await reopen()).main).not.toContain('no color')
})
