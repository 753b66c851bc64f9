import fc from 'fast-check'
import { z } from 'zod'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import {
  createResponsiblePerson,
  deleteResponsiblePerson,
  editResponsiblePerson,
} from './manage-responsible-persons.server.ts'

const Regions = fc.record({
  regions: fc.subarray([...REGION_CODES]),
  wanted: fc.subarray([...REGION_CODES]),
})
const Change = fc.oneof(
  Regions.map((regions) => ({ kind: 'create' as const, ...regions })),
  fc
    .record({ nth: fc.nat(9) })
    .chain(({ nth }) => Regions.map((regions) => ({ kind: 'edit' as const, nth, ...regions }))),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(9) }),
)

test('after any changes, a region’s default is the person who was made it last and still is', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await fc.assert(
    fc.asyncProperty(fc.array(Change, { maxLength: 8 }), async (changes) => {
      const ids: string[] = []
      const defaults = new Map<RegionCode, string>()
      const forget = (id: string) => {
        for (const [region, person] of defaults) if (person === id) defaults.delete(region)
      }
      for (const change of changes) {
        const place = change.kind === 'create' ? ids.length : change.nth % Math.max(1, ids.length)
        const id = ids[place]
        if (change.kind === 'delete') {
          if (!id) continue
          await deleteResponsiblePerson(admin, id)
          ids.splice(place, 1)
          forget(id)
          continue
        }
        const defaultRegions = change.wanted.filter((region) => change.regions.includes(region))
        const draft = { regions: change.regions, defaultRegions }
        const saved = id
          ? await editResponsiblePerson(admin, id, draft)
          : await createResponsiblePerson(admin, {
              ...{ name: 'Orchard', postalAddress: ['1 Mill Lane'], electronicAddress: 'a@orchard.example' },
              ...draft,
            })
        if (!id) ids.push(saved.id)
        forget(saved.id)
        for (const region of defaultRegions) defaults.set(region, saved.id)
        expect(saved).toMatchObject(draft)
      }
      const stored = await queryColumn(ctx.db, z.string())`
        select region || ' ' || person_id from responsible_person_regions where is_default`
      expect(stored.sort()).toEqual([...defaults].map((entry) => entry.join(' ')).sort())
      for (const id of ids) await deleteResponsiblePerson(admin, id)
    }),
    { numRuns: 25 },
  )
})

test('two people who choose a region’s default at once both succeed', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const create = (name: string) =>
    createResponsiblePerson(admin, {
      ...{ name, postalAddress: ['1 Mill Lane'], electronicAddress: 'a@orchard.example' },
      ...{ regions: ['GB'], defaultRegions: ['GB'] },
    })
  await Promise.all(['One', 'Two', 'Three'].map(create))
  const defaults = await queryColumn(ctx.db, z.string())`
    select person_id from responsible_person_regions where is_default`
  expect(defaults).toHaveLength(1)
})
