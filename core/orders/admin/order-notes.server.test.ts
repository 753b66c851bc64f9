import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { addOrderNote, listOrderNotes } from './order-notes.server.ts'

test('notes are listed in order with who wrote them, and only for their order', async ({ ctx }) => {
  const [ada, eve] = [await asAdmin(ctx), await asAdmin(ctx)]
  const [order, other] = [await buildOrder(ctx), await buildOrder(ctx)]
  await addOrderNote(ada, order.id, ' Gift wrap. ')
  await addOrderNote(eve, order.id, 'Wrapped.')
  await addOrderNote(ada, other.id, 'Call first.')
  expect((await listOrderNotes(ada, order.id)).map(({ note, by }) => [note, by])).toEqual([
    ['Gift wrap.', ada.actor.email],
    ['Wrapped.', eve.actor.email],
  ])
})

test.for([
  ['', 'Enter a note.'],
  ['  \n ', 'Enter a note.'],
  ['x'.repeat(2001), 'Use at most 2,000 characters.'],
  ['a\0b', 'Use at most 2,000 characters.'],
] as const)('a note that can’t be stored is refused at its field: %#', async ([note, message], { ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildOrder(ctx)
  await expect(addOrderNote(admin, id, note)).rejects.toMatchObject({
    ...{ code: 'invalid_input', fields: { note: message } },
  })
  await addOrderNote(admin, id, 'x'.repeat(2000))
  expect(await listOrderNotes(admin, id)).toHaveLength(1)
})

test('only administrators read and write notes', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id } = await buildOrder(ctx, { userId: grace.actor.id })
  await expect(addOrderNote(grace, id, 'x')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listOrderNotes(grace, id)).rejects.toMatchObject({ code: 'forbidden' })
})
