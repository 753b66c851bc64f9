import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { REGION_CODES, REGIONS } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { explainRegions } from './explain-regions.server.ts'
import { MAX_RESPONSIBLE_PERSONS, ResponsiblePersonDraft } from './responsible-person.ts'
import { findResponsiblePerson, type ResponsiblePerson } from './responsible-persons.server.ts'

export async function createResponsiblePerson(ctx: Context, input: unknown): Promise<ResponsiblePerson> {
  return changePersons(ctx, async (tx) => {
    const draft = parseForm(ResponsiblePersonDraft, input)
    const [count = 0] = await queryColumn(tx, z.int())`select count(*)::int from responsible_persons`
    if (count >= MAX_RESPONSIBLE_PERSONS)
      throw new Refusal(
        'conflict',
        `A store has at most ${MAX_RESPONSIBLE_PERSONS} responsible persons. Delete one first.`,
      )
    const id = newId('responsiblePerson')
    await execute(tx)`
      insert into responsible_persons (id, name, postal_address, electronic_address, created_at)
      values (${id}, ${draft.name}, ${draft.postalAddress}, ${draft.electronicAddress}, ${ctx.now})`
    await writeRegions(tx, id, draft)
    await writeAudit(ctx, { action: 'product-responsible-person-created', subject: id, after: draft }, tx)
    return findResponsiblePerson({ ...ctx, db: tx }, id)
  })
}

type PersonEdit = Partial<ResponsiblePersonDraft> & { edition?: number | undefined }

/** With `edition`, an edit of an older edition is refused. */
export async function editResponsiblePerson(
  ctx: Context,
  id: string,
  { edition, ...change }: PersonEdit,
): Promise<ResponsiblePerson> {
  return changePersons(ctx, async (tx) => {
    const before = await findResponsiblePerson({ ...ctx, db: tx }, id)
    if (edition !== undefined && before.edition !== edition)
      throw new Refusal(
        'conflict',
        'Someone else just updated this person, so your changes weren’t saved. Reload the page to see theirs.',
      )
    const draft = parseForm(ResponsiblePersonDraft, { ...before, ...change })
    const lost = before.regions.filter((region) => !draft.regions.includes(region))
    await requireUnnamed(tx, id, lost, 'regions')
    await execute(tx)`
      update responsible_persons set name = ${draft.name}, postal_address = ${draft.postalAddress},
        electronic_address = ${draft.electronicAddress}, edition = edition + 1
      where id = ${id}`
    await writeRegions(tx, id, draft)
    await writeAudit(
      ctx,
      { action: 'product-responsible-person-changed', subject: id, before, after: draft },
      tx,
    )
    return findResponsiblePerson({ ...ctx, db: tx }, id)
  })
}

export async function deleteResponsiblePerson(ctx: Context, id: string): Promise<void> {
  await changePersons(ctx, async (tx) => {
    const before = await findResponsiblePerson({ ...ctx, db: tx }, id)
    await requireUnnamed(tx, id, before.regions)
    await execute(tx)`delete from responsible_persons where id = ${id}`
    await writeAudit(ctx, { action: 'product-responsible-person-deleted', subject: id, before }, tx)
  })
}

/** One at a time, so that two people who choose a region's default at once both succeed, and the later choice counts. */
function changePersons<Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> {
  return explainRegions(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      await execute(tx)`select pg_advisory_xact_lock(hashtext('responsible persons'))`
      return change(tx)
    }),
  )
}

/** A region's new default takes the place of the former one. */
async function writeRegions(
  tx: Db,
  id: string,
  { regions, defaultRegions }: Pick<ResponsiblePersonDraft, 'regions' | 'defaultRegions'>,
): Promise<void> {
  await execute(tx)`
    delete from responsible_person_regions where person_id = ${id} and region <> all(${regions})`
  await execute(tx)`
    update responsible_person_regions set is_default = false
    where is_default and (person_id = ${id} or region = any(${defaultRegions}))`
  await execute(tx)`
    insert into responsible_person_regions (person_id, region, is_default)
    select ${id}, region, region = any(${defaultRegions}) from unnest(${regions}::text[]) as r (region)
    on conflict (person_id, region) do update set is_default = excluded.is_default`
}

const NamedIn = z.strictObject({ region: z.enum(REGION_CODES), products: z.int() })

/** Products that name the person would have nobody. The database refuses it too. */
async function requireUnnamed(tx: Db, id: string, regions: readonly string[], field?: string): Promise<void> {
  const [named] = await query(tx, NamedIn)`
    select region, count(*)::int as products from product_responsible_persons
    where person_id = ${id} and region = any(${regions}) group by region order by region limit 1`
  if (!named) return
  const { region, products } = named
  const subject = products === 1 ? '1 product or family names' : `${products} products or families name`
  const message = `${subject} this person for ${REGIONS[region].country}. Choose another person there first.`
  throw new Refusal('conflict', message, field ? { [field]: message } : undefined)
}
