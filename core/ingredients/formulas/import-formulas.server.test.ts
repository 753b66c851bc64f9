import { findProduct } from '#core/catalog/products.server.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { syncSubstances } from '../sync-substances.server.ts'
import { formulaOf, TEST_DICTIONARY } from './formula.fixture.ts'
import { saveFormula } from './save-formula.server.ts'

test('an import doesn’t replace the ingredients of a formula, and says so', async ({ ctx }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await asAdmin(ctx)
  const { id, slug } = await buildProduct(ctx)
  await saveFormula(admin, { productId: id }, formulaOf('Aqua, Glycerin'))
  const checked = await checkImportFile(admin, `slug,tagline,ingredients\n${slug},New,Talc`)
  expect(checked.notes).toContain(
    'The ingredients of 1 product aren’t imported, because they come from its formula.',
  )
  await runImport(admin, checked.id)
  expect(await findProduct(ctx, id)).toMatchObject({ tagline: 'New', ingredients: ['Aqua', 'Glycerin'] })
  const same = await checkImportFile(admin, `slug,ingredients\n${slug},"Aqua\nGlycerin"`)
  expect(same.notes.join()).not.toContain('formula')
})

test('a formula that is saved after the check of an import stays', async ({ ctx }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await asAdmin(ctx)
  const { id, slug } = await buildProduct(ctx, { ingredients: ['Aqua'] })
  const checked = await checkImportFile(admin, `slug,ingredients\n${slug},Talc`)
  await saveFormula(admin, { productId: id }, formulaOf('Aqua'))
  await runImport(admin, checked.id)
  expect((await findProduct(ctx, id)).ingredients).toEqual(['Aqua'])
})
