import { runJobs } from '#test/accounts.ts'
import { checkImportFile, asAdmin as withAdmin } from '#test/imports.ts'
import { expect, test } from '#test/page-test.ts'

const FILE = 'slug,name,category,price,Motto,Skin type\nbalm,Linden Balm,Skincare,24.00,Soft.,Dry\n'

test('without scripts, columns that the store doesn’t know are mapped, and the file is checked again', async ({
  ctx,
  connection,
  admin,
}) => {
  const context = await withAdmin(ctx)
  const { id } = await checkImportFile(context, FILE)
  const review = await admin.open(`/admin/products/import/${id}`)
  expect(review.main).toContain('2 columns aren’t imported')
  expect(review.main).toContain('1 product: “Soft.”')
  const refused = await review.submit('Check again', { Motto: 'tagline', 'Skin type': 'tagline' })
  expect(refused.status).toBe(400)
  expect(refused.main).toContain('“Motto” and “Skin type” can’t both be the tagline.')
  expect(refused.field('Skin type')).toMatchObject({ value: 'tagline' })
  const checking = await refused.submit('Check again', { Motto: 'tagline', 'Skin type': '' })
  expect([checking.path, checking.heading]).toEqual([review.path, 'Checking import'])
  const second = await review.submit('Check again', { Motto: 'description' })
  expect([second.status, second.main]).toEqual([409, expect.stringContaining('still being checked')])
  await runJobs(connection, context)
  const checked = await admin.open(review.path)
  expect(checked.main).toContain('1 column isn’t imported')
  expect(checked.field('Motto')).toMatchObject({ value: 'tagline' })
  await checked.submit('Import 1 new product')
  const late = await checked.submit('Check again')
  expect([late.status, late.main]).toEqual([409, expect.stringContaining('already started')])
})
