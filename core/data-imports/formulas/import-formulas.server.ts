import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import type { FormulaDraft, FormulaOwner } from '#core/ingredients/formulas/formula.ts'
import { type FormulaSheet, findFormulaSheets } from '#core/ingredients/formulas/formula-sheets.server.ts'
import { type ResolvedFormula, resolveFormulas } from '#core/ingredients/formulas/resolve-formula.server.ts'
import {
  auditedFormula,
  findLatestFormulas,
  ownerId,
  writeFormulas,
} from '#core/ingredients/formulas/write-formulas.server.ts'
import { lockSubstances } from '#core/ingredients/substance-names.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { CellProblem, CheckedRecord, DataRecord } from '../data-import.ts'
import {
  type CheckContext,
  countNote,
  type DataKind,
  invalidRecord,
  type PendingRecord,
  problemOf,
  type WriteContext,
} from '../data-kind.server.ts'
import { applyRow, describeFormula, isUnchanged } from './formula-drafts.ts'
import { FormulaRow, readFormulaRows } from './formula-rows.server.ts'

export const FORMULA_IMPORT: DataKind = {
  read: readFormulaRows,
  check: checkFormulas,
  write: writeRows,
}

/** A row as its check stored it. */
const CheckedFormula = z.strictObject({
  owner: z.union([z.strictObject({ productId: z.string() }), z.strictObject({ familyId: z.string() })]),
  /** The owner's latest; 0 if it has none. */
  version: z.int(),
  draft: z.strictObject({
    leaveOn: z.boolean(),
    lines: z.array(
      z.strictObject({
        ...{ name: z.string(), percent: z.number().nullable(), isNano: z.boolean() },
        ...{ mayContain: z.boolean(), productIds: z.array(z.string()) },
      }),
    ),
    heroes: z.array(z.strictObject({ name: z.string(), note: z.string() })),
    validFrom: z.coerce.date().nullable(),
  }),
})
type CheckedFormula = z.infer<typeof CheckedFormula>

type Applied = { record: DataRecord; row: FormulaRow; sheet: FormulaSheet; draft: FormulaDraft }

async function checkFormulas({ db, notes }: CheckContext, records: DataRecord[]): Promise<CheckedRecord[]> {
  const rows = records.map(({ data }) => (data ? FormulaRow.parse(data) : undefined))
  const slugs = (isNamed: (row: FormulaRow) => boolean) =>
    rows.flatMap((row) => (row && isNamed(row) ? [row.slug] : []))
  const sheets = await findFormulaSheets(db, {
    products: slugs(({ kind }) => kind === 'product'),
    families: slugs(({ kind, isHandle }) => kind === 'family' || isHandle),
  })
  const bySlug = new Map(sheets.map((sheet) => [`${sheet.kind} ${sheet.slug}`, sheet]))
  const applied = records.flatMap((record, i): Applied[] => {
    const row = rows[i]
    const sheet = row && findSheet(bySlug, row)
    return sheet ? [{ record, row, sheet, draft: applyRow(sheet, row) }] : []
  })
  const resolved = await resolveFormulas(db, applied)
  const checked = new Map(
    applied.map((formula, i) => [formula.record, checkFormula(formula, resolved[i])] as const),
  )
  for (const result of resolved)
    if (!(result instanceof Refusal) && result.unknown.length) countNote(notes, noteUnknown)
  return records.map((record, i) => {
    const row = rows[i]
    if (!row) return invalidRecord(record)
    return checked.get(record) ?? invalidRecord({ ...record, problems: [unknownOwner(row)] })
  })
}

const findSheet = (sheets: ReadonlyMap<string, FormulaSheet>, { kind, slug, isHandle }: FormulaRow) =>
  sheets.get(`${kind} ${slug}`) ?? (isHandle ? sheets.get(`family ${slug}`) : undefined)

const unknownOwner = ({ kind, slug }: FormulaRow): CellProblem =>
  kind === 'family'
    ? problemOf('family', slug, 'The store has no family with this slug.')
    : problemOf('slug', slug, 'The store has no product with this slug.')

const noteUnknown = (count: number) =>
  `${count === 1 ? '1 formula has' : `${count.toLocaleString('en-US')} formulas have`} names that the dictionary doesn’t have. They are imported as written, and the product pages can’t say what these formulas are free from. Check the spelling, or add the names under Products, Ingredients.`

function checkFormula(
  { record, row, sheet, draft }: Applied,
  resolved: ResolvedFormula | Refusal | undefined,
): CheckedRecord {
  const named = { ...record, name: sheet.name }
  if (!resolved || resolved instanceof Refusal)
    return invalidRecord({ ...named, problems: [refusalProblem(row, draft, resolved)] })
  if (isUnchanged(sheet, draft, resolved)) return { ...named, kind: 'unchanged', data: null, details: [] }
  const owner = sheet.kind === 'family' ? { familyId: sheet.id } : { productId: sheet.id }
  const { leaveOn, lines, heroes, validFrom } = draft
  const data = { owner, version: sheet.version, draft: { leaveOn, lines, heroes, validFrom } }
  return {
    ...named,
    kind: sheet.formula ? 'changed' : 'new',
    data,
    details: describeFormula(sheet, draft, resolved),
  }
}

function refusalProblem(row: FormulaRow, { heroes }: FormulaDraft, refusal: Refusal | undefined) {
  const message = refusal?.message ?? 'This formula can’t be imported.'
  if (!refusal?.fields?.heroes) return problemOf('ingredients', row.ingredients, message)
  const index = Math.max(
    heroes.findIndex(({ name }) => message.includes(name)),
    0,
  )
  return problemOf(`hero_${index + 1}`, heroes[index]?.name, message)
}

const EDITED_SINCE = 'Someone changed or deleted this after the file was checked. Upload the file again.'
const REPEATED = 'Another line is about the same product or family.'

async function writeRows({ db, now, actorId }: WriteContext, rows: PendingRecord[]) {
  const pending = rows.map(({ line, data }) => ({ line, ...CheckedFormula.parse(data) }))
  await lockSubstances(db)
  const members = await lockOwners(db, pending)
  const latest = new Map(
    (await findLatestFormulas(db, [...members.keys()])).map((formula) => [formula.ownerId, formula]),
  )
  const resolved = await resolveFormulas(db, pending)
  const refused = new Map<number, string>()
  const ids = new Set<string>()
  const writes = pending.flatMap(({ line, owner, version, draft }, i) => {
    const id = ownerId(owner)
    const formula = resolved[i]
    const shades = members.get(id)
    const isCurrent =
      shades &&
      (latest.get(id)?.version ?? 0) === version &&
      draft.lines.every(({ productIds }) => productIds.every((productId) => shades.includes(productId)))
    if (!isCurrent) refused.set(line, EDITED_SINCE)
    else if (ids.has(id)) refused.set(line, REPEATED)
    else if (!formula || formula instanceof Refusal) refused.set(line, formula?.message ?? EDITED_SINCE)
    else {
      ids.add(id)
      return [{ owner, latest: latest.get(id), draft, resolved: formula }]
    }
    return []
  })
  const versions = await writeFormulas(db, now, writes)
  const audited = writes.map(({ owner, draft }, i) => ({
    id: ownerId(owner),
    after: auditedFormula(versions[i] ?? 0, draft),
  }))
  await execute(db)`
    insert into audit_entries (at, actor_id, action, subject, after)
    select ${now}, ${actorId}, 'formula-saved', id, after
    from json_to_recordset(${sql.json(audited)}) as r (id text, after jsonb)`
  return refused
}

const Owner = z.strictObject({ id: z.string(), members: z.array(z.string()) })

/** Families before products, in the order of their IDs. Returns those that exist, with the products of each family. */
async function lockOwners(db: Db, rows: CheckedFormula[]): Promise<Map<string, string[]>> {
  const ids = rows.map(({ owner }: { owner: FormulaOwner }) => ownerId(owner))
  await execute(db)`
    select from families where id = any(${ids}) or id in (select family_id from products where id = any(${ids}))
    order by id for no key update`
  const owners = await query(db, Owner)`
    select id, '{}'::text[] as members from products where id = any(${ids})
    union all select f.id, array(select p.id from products p where p.family_id = f.id) from families f where f.id = any(${ids})`
  return new Map(owners.map(({ id, members }) => [id, members]))
}
