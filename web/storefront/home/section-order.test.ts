import { HOME_ID } from '#core/content/content-path.ts'
import { buildProduct } from '#test/builders.ts'
import { textsOf } from '#test/landmarks.ts'
import { expect, test } from '#test/page-test.ts'

test('sections are in the owner’s order', async ({ ctx, admin, guest }) => {
  await buildProduct(ctx)
  const order = ['Popular Beauty Products', 'The ingredient', 'Shop by category', 'Browse Products']
  const findOrder = async () =>
    textsOf((await guest.open('/')).root, 'h2').filter((heading) => order.includes(heading))
  expect(await findOrder()).toEqual(order)
  const form = await admin.open(`/admin/content/${HOME_ID}`)
  const moved = await form.submit('Move down Story', { Heading: 'Quiet mornings' })
  expect(moved.text).toContain('Section moved')
  expect(await findOrder(), 'not published yet').toEqual(order)
  await moved.submit('Publish changes')
  expect(await findOrder()).toEqual([
    ...['Popular Beauty Products', 'Shop by category', 'The ingredient', 'Browse Products'],
  ])
})
