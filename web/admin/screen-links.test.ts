import { requestReturn } from '#core/orders/returns/returns.server.ts'
import type { StaffRole } from '#core/permissions/staff-roles.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'
import { type PlainPage, plainBrowser } from '#test/plain-browser.ts'

/** The sidebar's lists by the text that labels them. */
function menuOf({ root }: PlainPage): Record<string, string[]> {
  const sidebar = regionOf(root, 'Sidebar')
  const lists = findAll(sidebar, ({ tag }) => tag === 'ul').map((list) => {
    const label = list.attributes['aria-labelledby']
    const [title] = label ? findAll(sidebar, ({ attributes }) => attributes.id === label) : []
    return [title ? textOf(title) : '', findAll(list, ({ tag }) => tag === 'a').map(textOf)] as const
  })
  return Object.fromEntries(lists)
}

function descriptionOf({ root }: PlainPage, link: string): string | undefined {
  const sidebar = regionOf(root, 'Sidebar')
  const [element] = findAll(sidebar, (found) => found.tag === 'a' && textOf(found) === link)
  const id = element?.attributes['aria-describedby']
  const [description] = id ? findAll(sidebar, ({ attributes }) => attributes.id === id) : []
  return description && textOf(description)
}

test('the sidebar has a group for each kind of work', async ({ admin }) => {
  expect(menuOf(await admin.open('/admin'))).toEqual({
    '': ['Dashboard'],
    Sell: ['Orders', 'Returns', 'Products', 'Offers', 'Reviews'],
    Customers: ['Users', 'Newsletter'],
    Publish: ['Content', 'Media', 'Uploads'],
    Money: ['Accounting', 'Analytics'],
    'Team and settings': ['Staff', 'User Management', 'Approvals', 'Integrations', 'Audit log', 'Settings'],
  })
})

test('the sidebar counts the orders to fulfill and the returns requested, for those who handle them', async ({
  ctx,
  store,
  connection,
}) => {
  const { id: productId } = await buildProduct(ctx)
  const lines = [{ productId, quantity: 1 }]
  await buildOrder(ctx, { lines })
  const delivered = await buildOrder(ctx, { lines, status: 'delivered' })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${delivered.id}`
  await requestReturn(await asAdmin(ctx), delivered.id, { items: lines, reason: 'Too sweet' })
  const openAs = async (staffRole: StaffRole) =>
    plainBrowser(await signInVisitor(store, connection.db, { staffRole })).open('/admin')

  const packer = await openAs('packer')
  expect(menuOf(packer)).toEqual({ '': ['Dashboard'], Sell: ['Orders', 'Products'] })
  expect(descriptionOf(packer, 'Orders')).toBe('1 to fulfill')
  const support = await openAs('support')
  expect(descriptionOf(support, 'Orders')).toBeUndefined()
  expect(descriptionOf(support, 'Returns')).toBe('1 requested')
  const bookkeeper = await openAs('bookkeeper')
  expect(menuOf(bookkeeper).Sell).toEqual(['Orders'])
  expect(descriptionOf(bookkeeper, 'Orders')).toBeUndefined()
})
