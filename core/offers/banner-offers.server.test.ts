import { execute } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { listBannerOffers } from './banner-offers.server.ts'

test('the banner shows the first two active offers', async ({ ctx }) => {
  const day = 24 * 3_600_000
  const at = (days: number) => new Date(ctx.now.getTime() + days * day)
  const add = (code: string, position: number | null, from: Date, until: Date | null = null, active = true) =>
    execute(ctx.db)`
      insert into offers (id, code, title, kind, value, banner_position, starts_at, ends_at, active)
      values (${code}, ${code}, 'A title', 'amount', 100, ${position}, ${from}, ${until}, ${active})`
  const codes = async () => (await listBannerOffers(ctx)).offers.map(({ code }) => code)

  await add('THIRD', 5, at(-1))
  await add('FIRST', 2, at(-1))
  await add('SECOND', 4, at(-1))
  await add('HIDDEN', null, at(-1))
  await add('OFF', 3, at(-1), null, false)
  await add('OVER', 1, at(-2), at(-1))
  expect(await listBannerOffers(ctx)).toEqual({
    offers: [
      { code: 'FIRST', title: 'A title', description: '' },
      { code: 'SECOND', title: 'A title', description: '' },
    ],
    isTimeSensitive: false,
  })
  await add('SOON', 0, at(1))
  expect(await codes()).toEqual(['FIRST', 'SECOND'])
  expect((await listBannerOffers(ctx)).isTimeSensitive).toBe(true)
})
