import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { listOffers, makeOffer, switchOffer } from './keep-offers.server.ts'

const draft = {
  code: ' spring-10 ',
  title: 'Spring',
  kind: 'percentage',
  value: 1000,
  minimum: 0,
  endsAt: null,
  totalLimit: 100,
  customerLimit: 1,
}

test('an offer is made once, stopped and resumed', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await makeOffer(admin, draft)
  const [made] = await listOffers(admin)
  expect(made).toMatchObject({ code: 'SPRING-10', value: 1000, active: true, uses: 0, totalLimit: 100 })
  await expect(makeOffer(admin, draft)).rejects.toMatchObject({
    fields: { code: expect.stringContaining('already') },
  })
  await switchOffer(admin, made?.id ?? '', false)
  expect((await listOffers(admin))[0]?.active).toBe(false)
  await switchOffer(admin, made?.id ?? '', true)
  await expect(switchOffer(admin, 'none', true)).rejects.toMatchObject({ code: 'not_found' })
  await expect(listOffers(ctx)).rejects.toThrow('sign in')
})

test.for([
  [{ code: 'x' }, 'code'],
  [{ code: 'ROSE%' }, 'code'],
  [{ title: ' ' }, 'title'],
  [{ value: 10_001 }, 'value'],
  [{ value: 0 }, 'value'],
  [{ customerLimit: 0 }, 'customerLimit'],
  [{ endsAt: new Date('2020-01-01') }, 'endsAt'],
] as const)('%o is refused at its field', async ([said, field], { ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await expect(makeOffer(admin, { ...draft, ...said })).rejects.toMatchObject({
    fields: { [field]: expect.any(String) },
  })
})
