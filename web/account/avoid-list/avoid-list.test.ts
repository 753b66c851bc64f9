import { TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { expect, test } from '#test/page-test.ts'

const PATH = '/profile/avoid-list'

test('without scripts, a customer agrees, adds ingredients, and deletes the list', async ({
  ctx,
  customer,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const settings = await customer.open('/profile?tab=settings')
  const start = await settings.follow('Ingredients I avoid')
  expect(start.heading).toBe('Ingredients I avoid')
  const refused = await start.submit('Save in my account')
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please agree first')])
  const agreed = await start.submit('Save in my account', {
    'Save my list in my account, so that products are marked wherever I sign in. What I avoid may say something about my health. I can delete the list at any time.': true,
  })
  expect([agreed.path, agreed.text]).toEqual([PATH, expect.stringContaining('Your list is saved')])
  const unknown = await agreed.submit('Save list', {
    'Add ingredients': 'glycerine, Linalol',
    Fragrance: true,
  })
  expect(unknown.field('Add ingredients')).toMatchObject({
    value: 'glycerine, Linalol',
    description: expect.stringContaining('Did you mean Linalool?'),
  })
  const saved = await unknown.submit('Save list', { 'Add ingredients': 'glycerine, Linalool' })
  const listed = (label: string) => 'checked' in saved.field(label, 'Save list').attributes
  expect(['Glycerin', 'Linalool', 'Fragrance', 'Silicones'].map(listed)).toEqual([true, true, true, false])
  const shorter = await saved.submit('Save list', { Glycerin: false })
  expect(shorter.main).not.toContain('Glycerin')
  const deleted = await shorter.submit('Delete my list')
  expect(deleted.text).toContain('Nothing of it remains in your account.')
  expect(deleted.buttons).toContain('Save in my account')
})

test('a guest’s list needs scripts, and the page says so', async ({ guest, customer }) => {
  const page = await guest.open('/avoid-list')
  expect(page.main).toContain('We never receive it')
  expect(page.main).toContain('needs JavaScript')
  expect((await guest.open(PATH)).path).toContain('/login')
  expect((await customer.open('/avoid-list')).path).toBe(PATH)
})
