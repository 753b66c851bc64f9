import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { deleteView, listSavedViews, saveView } from './saved-views.server.ts'

const view = (name: string, isShared = false) => ({ name, search: '?show=to-pack&after=x&evil=1', isShared })

test('a private view is visible to its owner only, and a shared one to all who see the list', async ({
  ctx,
}) => {
  const [grace, ada] = [
    { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) },
    { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) },
  ]
  await saveView(grace, 'orders', view('Mine'))
  await saveView(grace, 'orders', view('Ours', true))
  await saveView(ada, 'orders', view('Mine'))
  const [shared, own] = await listSavedViews(grace, 'orders')
  expect(shared).toMatchObject({ name: 'Ours', isShared: true, params: 'show=to-pack' })
  expect((await listSavedViews(ada, 'orders')).map(({ name }) => name)).toEqual(['Ours', 'Mine'])
  await deleteView(ada, 'orders', own?.id ?? 0)
  expect(await listSavedViews(grace, 'orders')).toHaveLength(2)
  expect(await listSavedViews(grace, 'users')).toEqual([])
  await expect(listSavedViews(ctx, 'orders')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a list has at most 20 views, also when they are saved at once', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const results = await Promise.allSettled(
    Array.from({ length: 24 }, (_, index) => saveView(admin, 'products', view(`View ${index}`))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await expect(saveView(admin, 'products', view('One more'))).rejects.toMatchObject({
    fields: { name: 'A list has at most 20 saved views. Delete one first.' },
  })
})
