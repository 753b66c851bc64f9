import { describe } from 'vitest'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { deleteOldCounts, readTraffic, saveVisitCounts } from './visits.server.ts'
import { conversionPercent, normalizeSearchTerm } from './visits.ts'

const SINCE = new Date('2026-11-10T18:00:00Z')

test('pages are counted per day and region, and a period covers whole days after its first', async ({
  ctx: { db },
}) => {
  const visit = (region: 'US' | 'GB', times: number) => ({ region, what: 'visit' as const, times })
  await saveVisitCounts(db, '2026-11-10', { pages: [visit('US', 100)], terms: [] })
  await saveVisitCounts(db, '2026-11-11', {
    pages: [visit('US', 2), visit('GB', 3), { region: 'US', what: 'product', times: 4 }],
    terms: [],
  })
  await saveVisitCounts(db, '2026-11-11', {
    pages: [{ region: 'GB', what: 'checkout', times: 1 }],
    terms: [],
  })
  await saveVisitCounts(db, '2026-11-12', { pages: [visit('US', 5)], terms: [] })
  expect(await readTraffic(db, SINCE)).toMatchObject({ visits: 10, products: 4, checkouts: 1, paid: 0 })
  expect(await readTraffic(db, new Date('2027-01-01'))).toMatchObject({
    visits: 0,
    searches: [],
    failedSearches: [],
  })
})

test('counts of many nodes at the same time all add up', async ({ ctx: { db } }) => {
  const counts = {
    pages: [
      { region: 'US' as const, what: 'visit' as const, times: 2 },
      { region: 'GB' as const, what: 'visit' as const, times: 1 },
    ],
    terms: [
      { term: 'rose', times: 3, found: true },
      { term: 'moss', times: 1, found: null },
    ],
  }
  const reversed = { pages: counts.pages.toReversed(), terms: counts.terms.toReversed() }
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => saveVisitCounts(db, '2026-11-12', n % 2 ? counts : reversed)),
  )
  const { visits, searches } = await readTraffic(db, SINCE)
  expect(visits).toBe(36)
  expect(searches).toEqual([
    { term: 'rose', times: 36, found: true },
    { term: 'moss', times: 12, found: null },
  ])
})

test('the ten most frequent searches are listed, and those whose last search found nothing', async ({
  ctx: { db },
}) => {
  const terms = Array.from({ length: 12 }, (_, n) => ({
    term: `term ${String(n).padStart(2, '0')}`,
    times: 1,
    found: true,
  }))
  await saveVisitCounts(db, '2026-11-11', {
    pages: [],
    terms: [...terms, { term: 'oud', times: 2, found: false }],
  })
  await saveVisitCounts(db, '2026-11-12', {
    pages: [],
    terms: [
      { term: 'oud', times: 2, found: null },
      { term: 'iris', times: 3, found: false },
    ],
  })
  const before = await readTraffic(db, SINCE)
  expect(before.searches.map(({ term }) => term)).toEqual([
    'oud',
    'iris',
    ...terms.slice(0, 8).map(({ term }) => term),
  ])
  expect(before.failedSearches).toEqual([
    { term: 'oud', times: 4 },
    { term: 'iris', times: 3 },
  ])
  await saveVisitCounts(db, '2026-11-12', { pages: [], terms: [{ term: 'oud', times: 1, found: true }] })
  expect((await readTraffic(db, SINCE)).failedSearches).toEqual([{ term: 'iris', times: 3 }])
})

test('a bot that tries many terms doesn’t fill the disk, and known terms are still counted', async ({
  ctx: { db },
}) => {
  const save = (names: string[]) =>
    saveVisitCounts(db, '2026-11-12', {
      pages: [],
      terms: names.map((term) => ({ term, times: 1, found: true })),
    })
  await save(Array.from({ length: 5000 }, (_, n) => `bot ${n}`))
  await save(['one more', 'bot 7', 'bot 7 again'])
  const { searches } = await readTraffic(db, SINCE)
  expect(searches[0]).toEqual({ term: 'bot 7', times: 2, found: true })
  expect(await execute(db)`select from searched where term in ('one more', 'bot 7 again')`).toBe(0)
})

test('counts are deleted after 400 days', async ({ ctx: { db } }) => {
  await execute(db)`
    insert into page_counts (day, region, what, times)
    values (current_date - 401, 'US', 'visit', 1), (current_date - 399, 'US', 'visit', 2)`
  await execute(db)`
    insert into searched (day, term, times) values (current_date - 401, 'old', 1), (current_date, 'new', 1)`
  await deleteOldCounts(db)
  expect(await readTraffic(db, new Date('2020-01-01'))).toMatchObject({
    visits: 2,
    searches: [{ term: 'new' }],
  })
})

describe('a counted search term', () => {
  test.for([
    ['  Rose   OIL ', 'rose oil'],
    ['Cre\u0300me', 'crème'],
    ['rose\noil\0', 'rose oil'],
    ['spf 50', 'spf 50'],
    ['123456', '123456'],
    ['🌹', '🌹'],
  ] as const)('%j is %j', ([typed, term]) => {
    expect(normalizeSearchTerm(typed)).toBe(term)
  })

  test.for([
    'grace@orchard.example',
    'who is @grace',
    '+1 (503) 555-0144',
    'call 5035550144 now',
    'x'.repeat(61),
    '',
    ' \t ',
  ])('%j may identify a person or is none, and is not stored', (typed) => {
    expect(normalizeSearchTerm(typed)).toBeUndefined()
  })
})

test('conversion has one decimal, and none without visits', () => {
  expect([conversionPercent(1, 3), conversionPercent(2, 1), conversionPercent(0, 5)]).toEqual([33.3, 200, 0])
  expect(conversionPercent(3, 0)).toBeNull()
})

test('visits and searches are not saved if the owner turned counting off', async ({ ctx: { db } }) => {
  const value = { countVisits: false, recordSearches: false, lookUpCountry: true }
  await saveSetting(db, { key: 'privacy', value, actorId: 'usr_owner' })
  await saveVisitCounts(db, '2026-11-11', {
    pages: [{ region: 'US', what: 'visit', times: 1 }],
    terms: [{ term: 'rose', times: 1, found: true }],
  })
  expect(await readTraffic(db, SINCE)).toMatchObject({ visits: 0, searches: [] })
})
