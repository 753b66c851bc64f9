import { z } from 'zod'
import { INFORMATION_FIELD_NAMES } from '#core/compliance/information-csv.ts'
import { INFORMATION_FIELDS } from '#core/compliance/information-fields.ts'
import { findInformationSheets, type InformationSheet } from '#core/compliance/information-sheets.server.ts'
import { InformationDraft, StoredInformation } from '#core/compliance/product-information.ts'
import { writeInformation } from '#core/compliance/write-information.server.ts'
import { type Field, snakeCase } from '#core/fields/fields.ts'
import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { CellProblem, CheckedRecord, DataRecord, RowDetail } from '../data-import.ts'
import {
  type CheckContext,
  type DataKind,
  invalidRecord,
  type PendingRecord,
  problemOf,
  type WriteContext,
} from '../data-kind.server.ts'
import { InformationLine, readInformationRows } from './information-rows.server.ts'

export const INFORMATION_IMPORT: DataKind = {
  read: readInformationRows,
  check: checkInformation,
  write: writeRows,
}

/** A row as its check stored it. */
const CheckedInformation = z.strictObject({
  kind: z.enum(['product', 'family']),
  id: z.string(),
  edition: z.int(),
  before: StoredInformation,
  values: StoredInformation,
})
type CheckedInformation = z.infer<typeof CheckedInformation>

async function checkInformation({ db }: CheckContext, records: DataRecord[]): Promise<CheckedRecord[]> {
  const lines = records.flatMap(({ data }) => (data ? [InformationLine.parse(data)] : []))
  const ofKind = (kind: InformationLine['kind']) => lines.filter((line) => line.kind === kind)
  const slugs = (kind: InformationLine['kind']) => ofKind(kind).flatMap(({ slug }) => slug || [])
  const sheets = await findInformationSheets(db, {
    products: slugs('product'),
    families: slugs('family'),
    skus: lines.flatMap(({ sku }) => sku || []),
  })
  const persons = await findPersons(db)
  return records.map((record) => {
    if (!record.data) return invalidRecord(record)
    const line = InformationLine.parse(record.data)
    const sheet = findSheet(sheets, line)
    if (!sheet) return invalidRecord({ ...record, problems: [unknownSubject(line)] })
    const named = { ...record, name: sheet.name }
    const { problems, values } = applyLine(sheet, line, persons)
    if (problems.length) return invalidRecord({ ...named, problems })
    const details = describeChanges(sheet, values, persons)
    if (!details.length) return { ...named, kind: 'unchanged', data: null, details }
    const { kind, id, edition, values: before } = sheet
    const data: CheckedInformation = { kind, id, edition, before, values }
    return { ...named, kind: sheet.exists ? 'changed' : 'new', data, details }
  })
}

/** Of a product's slug and SKU, the SKU counts: files of variants repeat the slug. */
const findSheet = (sheets: InformationSheet[], { kind, slug, sku }: InformationLine) =>
  sheets.find((sheet) => sheet.kind === kind && (sku ? sheet.sku === sku : sheet.slug === slug))

const unknownSubject = ({ kind, slug, sku }: InformationLine) =>
  kind === 'family'
    ? problemOf('family', slug, 'The store has no family with this slug.')
    : sku
      ? problemOf('sku', sku, 'The store has no product with this SKU.')
      : problemOf('product', slug, 'The store has no product with this slug.')

const Person = z.strictObject({ id: z.string(), name: z.string(), region: z.enum(REGION_CODES) })
type Person = z.infer<typeof Person>

const findPersons = (db: Db): Promise<Person[]> => query(db, Person)`
  select p.id, p.name, r.region from responsible_person_regions r join responsible_persons p on p.id = r.person_id`

type AppliedLine = { problems: CellProblem[]; values: StoredInformation }

/** What the file leaves out stays as it is. */
function applyLine(sheet: InformationSheet, line: InformationLine, persons: Person[]): AppliedLine {
  const problems: CellProblem[] = []
  const responsiblePersons: Partial<Record<RegionCode, string | null>> = {
    ...sheet.values.responsiblePersons,
  }
  for (const region of REGION_CODES) {
    const name = line.persons[region]
    if (name === undefined) continue
    const [person, other] = persons.filter(
      (candidate) => candidate.region === region && candidate.name.toLowerCase() === name.toLowerCase(),
    )
    responsiblePersons[region] = person?.id ?? null
    if (name && (!person || other))
      problems.push(
        problemOf(
          `responsible_person_${region.toLowerCase()}`,
          name,
          other
            ? 'Several responsible persons of this region have this name.'
            : `No responsible person of this name answers for ${REGIONS[region].country}.`,
        ),
      )
  }
  const draft = InformationDraft.safeParse({ ...sheet.values, ...line.change, responsiblePersons })
  for (const { path, message } of draft.error?.issues ?? []) {
    const field = String(path[0])
    problems.push(problemOf(snakeCase(field), String(line.change[field] ?? ''), message))
  }
  return { problems, values: draft.data ?? sheet.values }
}

function describeChanges(
  { values: before }: InformationSheet,
  values: StoredInformation,
  persons: Person[],
): RowDetail[] {
  const fields = INFORMATION_FIELD_NAMES.flatMap((name): RowDetail[] => {
    const { label, format }: Field = INFORMATION_FIELDS[name]
    const text = format(values[name])
    return text === format(before[name]) ? [] : [[label.replace(/ \(.*/, ''), text || 'none']]
  })
  const named = REGION_CODES.flatMap((region): RowDetail[] => {
    const id = values.responsiblePersons[region]
    if (id === before.responsiblePersons[region]) return []
    const name = persons.find((person) => person.id === id)?.name ?? 'the default'
    return [[`Responsible person (${REGIONS[region].country})`, name]]
  })
  return [...fields, ...named]
}

const EDITED_SINCE = 'Someone changed or deleted this after the file was checked. Upload the file again.'
const REPEATED = 'Another line is about the same product, under its slug or its SKU.'
const NOT_SERVING = 'Its responsible person no longer answers for the region. Upload the file again.'

const Edition = z.strictObject({ id: z.string(), edition: z.int() })

async function writeRows(
  { db, now, actorId }: WriteContext,
  rows: PendingRecord[],
): Promise<Map<number, string>> {
  const pending = rows.map(({ line, data }) => ({ line, ...CheckedInformation.parse(data) }))
  const editions = await lockSubjects(db, pending)
  // A region stays while this transaction names it.
  const serving = await query(db, Person)`
    select p.id, p.name, r.region from responsible_person_regions r join responsible_persons p on p.id = r.person_id
    for key share of r`
  const isServing = (region: string, id: string) =>
    serving.some((person) => person.region === region && person.id === id)
  const refused = new Map<number, string>()
  const ids = new Set<string>()
  for (const { line, id, edition, values } of pending) {
    const named = Object.entries(values.responsiblePersons)
    if (editions.get(id) !== edition) refused.set(line, EDITED_SINCE)
    else if (ids.has(id)) refused.set(line, REPEATED)
    else if (!named.every(([region, person]) => isServing(region, person))) refused.set(line, NOT_SERVING)
    else ids.add(id)
  }
  const written = pending.filter(({ line }) => !refused.has(line))
  await writeInformation(
    db,
    written.map(({ kind, id, values }) => ({ subject: { kind, id }, values })),
  )
  await execute(db)`
    insert into audit_entries (at, actor_id, action, subject, before, after)
    select ${now}, ${actorId}, kind || '-information-changed', id, before, values
    from json_to_recordset(${sql.json(written)}) as r (kind text, id text, before jsonb, values jsonb)`
  return refused
}

/** Families before products, in the order of their IDs. Returns the editions of their own information. */
async function lockSubjects(db: Db, rows: CheckedInformation[]): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id)
  await execute(db)`
    select from families where id = any(${ids}) or id in (select family_id from products where id = any(${ids}))
    order by id for no key update`
  await execute(db)`select from products where id = any(${ids}) order by id for no key update`
  const current = await query(db, Edition)`
    select s.id, coalesce(i.edition, 0) as edition
    from (select id from products where id = any(${ids}) union all select id from families where id = any(${ids})) s
    left join product_information i on i.id = s.id`
  return new Map(current.map(({ id, edition }) => [id, edition]))
}
