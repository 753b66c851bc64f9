import type { TargetRules } from '#core/webhooks/target-address.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { type AdminProduct, findAdminProductsBySlug } from '../admin-products.server.ts'
import { selectCategories } from '../categories/categories.server.ts'
import { guessColor } from '../families/guess-color.ts'
import { ProductDraft } from '../product-draft.ts'
import { EMPTY_DRAFT } from '../product-fields.ts'
import type { PublishStatus } from '../publish-status.ts'
import { diffDrafts } from '../save-product.server.ts'
import { type CategoryCheck, createCategoryCheck, newCategoriesNote } from './category-check.ts'
import { colorNotes, publishedLaterNote, type ShadeColor, withoutPhotosNote } from './check-notes.ts'
import { type CodeCheck, createCodeCheck, joinPlaces } from './code-check.server.ts'
import {
  createFamilyCheck,
  type FamilyCheck,
  type NewFamily,
  toMemberRow,
  UNCATEGORIZED_DRAFT,
} from './family-check.server.ts'
import type { ImportedProduct } from './imported-product.server.ts'
import { createPicturePlan, type PicturePlan } from './pictures/plan-pictures.server.ts'
import {
  columnOfField,
  type ImportFileRow,
  type ParsedProductRow,
  parseProductCells,
  previewCell,
} from './product-csv.ts'
import type { ImportOptions, ImportProblem, ImportRowKind } from './product-import.ts'
import { readRowBatches } from './reading/row-batches.server.ts'

type ReadFile = { file: string; notes: string[]; options: ImportOptions; rules: TargetRules }

/** Stores what each row would change. */
export async function checkRows(
  tx: Db,
  id: string,
  { file, notes, options, rules }: ReadFile,
): Promise<void> {
  const isChecking = await execute(tx)`
    select 1 from product_imports where id = ${id} and state = 'checking' for update`
  if (!isChecking) return
  const counts = { new: 0, changed: 0, unchanged: 0, invalid: 0 }
  const lineBySlug = new Map<string, number>()
  const families = createFamilyCheck(tx)
  const codes = createCodeCheck(tx)
  const categories = createCategoryCheck(await selectCategories(tx), options)
  const pictures = createPicturePlan(tx, { rules, isOn: options.fetchPictures ?? false })
  const checks = { lineBySlug, families, codes, categories, pictures, options }
  const categoryByLine = new Map<number, string>()
  const unpublished = new Set<number>()
  const colors = new Map<number, ShadeColor>()
  const kindByLine = new Map<number, ImportRowKind>()
  const placeByLine = new Map<number, number>()
  for await (const batch of readRowBatches(file)) {
    const checkedRows = await checkBatch(tx, { batch, ...checks })
    for (const { line, place, kind, draft, isUnpublished, color } of checkedRows) {
      kindByLine.set(line, kind)
      if (draft && kind !== 'unchanged') categoryByLine.set(line, draft.category)
      placeByLine.set(line, place)
      if (isUnpublished) unpublished.add(line)
      if (color) colors.set(line, color)
    }
    await insertRows(tx, id, checkedRows)
  }
  const invalidLines = [...kindByLine].flatMap(([line, kind]) => (kind === 'invalid' ? line : []))
  const { problems, newFamilies, exchanges } = finishChecks(families, codes, invalidLines)
  await failRows(tx, id, problems)
  await movePlaces(tx, id, joinPlaces(exchanges, placeByLine))
  await insertFamilies(tx, id, newFamilies)
  for (const line of problems.keys()) {
    kindByLine.set(line, 'invalid')
    unpublished.delete(line)
    colors.delete(line)
    categoryByLine.delete(line)
  }
  await pictures.insert(id, (line) => kindByLine.get(line) === 'invalid')
  for (const kind of kindByLine.values()) counts[kind]++
  const newCategories = categories.countNew(categoryByLine.values())
  if (newCategories.length) notes.unshift(newCategoriesNote(newCategories))
  notes.push(...colorNotes(colors.values()))
  notes.push(...pictures.notes())
  const pictured = [...unpublished].filter(pictures.hasPictures).length
  if (pictured) notes.push(publishedLaterNote(pictured))
  if (unpublished.size > pictured) notes.push(withoutPhotosNote(unpublished.size - pictured))
  const { new: created, changed, unchanged, invalid } = counts
  const rowCount = created + changed + unchanged + invalid
  await execute(tx)`
    update product_imports set state = 'checked', created = ${created}, changed = ${changed}, unchanged = ${unchanged}, invalid = ${invalid},
      rows = ${rowCount}, notes = ${sql.json(notes)}, new_categories = ${newCategories.map(({ name }) => name)},
      new_category_parents = ${newCategories.map(({ parent }) => parent ?? '')}
    where id = ${id}`
}

/** A row that fails keeps its codes and fails its family, so more rows can fail. */
function finishChecks(families: FamilyCheck, codes: CodeCheck, invalidLines: number[]) {
  const problems = new Map<number, ImportProblem>()
  const failed = new Set(invalidLines)
  for (;;) {
    const { problems: codeProblems, exchanges } = codes.finish(failed)
    families.failRows(new Set(codeProblems.keys()))
    const { problems: familyProblems, created: newFamilies } = families.finish()
    const newProblems = [...codeProblems, ...familyProblems].filter(([line]) => !problems.has(line))
    if (!newProblems.length) return { problems, newFamilies, exchanges }
    for (const [line, problem] of newProblems) {
      if (!problems.has(line)) problems.set(line, problem)
      failed.add(line)
    }
  }
}

async function movePlaces(tx: Db, importId: string, moves: Map<number, number>): Promise<void> {
  if (!moves.size) return
  const places = [...moves].map(([place, first]) => ({ place, first }))
  await execute(tx)`
    update product_import_rows r set place = m.first
    from json_to_recordset(${sql.json(places)}) as m (place int, first int)
    where r.import_id = ${importId} and r.place = m.place`
}

async function insertRows(tx: Db, importId: string, rows: CheckedRow[]): Promise<void> {
  await execute(tx)`
    insert into product_import_rows
      (import_id, line, place, kind, slug, name, draft, edition, before, after, stock_change, problems,
      publish_with_picture)
    select ${importId}, line, place, kind, slug, name, draft, edition, before, after, "stockChange", problems,
      coalesce("isUnpublished", false)
    from json_to_recordset(${sql.json(rows)}) as r (line int, place int, kind text, slug text, name text, draft jsonb, edition int,
      before jsonb, after jsonb, "stockChange" int, problems jsonb, "isUnpublished" boolean)`
}

async function failRows(tx: Db, importId: string, problems: Map<number, ImportProblem>): Promise<void> {
  const rows = [...problems].map(([line, problem]) => ({ line, problems: [problem] }))
  if (!rows.length) return
  await execute(tx)`
    update product_import_rows r set kind = 'invalid', problems = f.problems, stock_change = 0
    from json_to_recordset(${sql.json(rows)}) as f (line int, problems jsonb)
    where r.import_id = ${importId} and r.line = f.line`
}

async function insertFamilies(tx: Db, importId: string, families: NewFamily[]): Promise<void> {
  if (!families.length) return
  await execute(tx)`
    insert into product_import_families (import_id, slug, draft)
    select ${importId}, slug, draft from json_to_recordset(${sql.json(families)}) as f (slug text, draft jsonb)`
}

type CheckedRow = {
  line: number
  /** The first line of its family. Rows are written in this order. */
  place: number
  kind: ImportRowKind
  slug: string
  name: string
  draft?: ImportedProduct
  edition?: number
  before?: object
  after?: object
  stockChange: number
  problems: ImportProblem[]
  /** The file publishes the product, but it has no photo. */
  isUnpublished?: boolean
  color?: ShadeColor
}
type CheckBatchInput = {
  batch: ImportFileRow[]
  lineBySlug: Map<string, number>
  families: FamilyCheck
  codes: CodeCheck
  categories: CategoryCheck
  pictures: PicturePlan
  options: ImportOptions
}

async function checkBatch(
  db: Db,
  { batch, lineBySlug, families, codes, categories, pictures, options }: CheckBatchInput,
): Promise<CheckedRow[]> {
  const parsedRows = batch.map((row) => ({
    ...row,
    // The cells of a broken line can be anything.
    ...parseProductCells(row.cells, row.lineError ? categories.parse : categories.parseOrAdd),
  }))
  const existingProducts = await findAdminProductsBySlug(
    db,
    parsedRows.map(({ slug }) => slug),
  )
  await families.load([
    ...parsedRows.flatMap(({ family }) => family || []),
    ...[...existingProducts.values()].flatMap(({ familySlug }) => familySlug ?? []),
  ])
  await codes.load(parsedRows.map(({ draft }) => draft))
  await pictures.load(parsedRows.map((row) => ({ ...row, existing: existingProducts.get(row.slug) })))
  return parsedRows.map(({ line, cells, lineError, stock, position, unsupported = [], ...row }) => {
    const { slug } = row
    const existing = existingProducts.get(slug)
    const parsed = existing || families.has(row.family) ? row : withCategory(row, categories.fallback)
    const { family, place, problems, ...joined } = families.join({ line, existing, ...parsed })
    const guessedColor = existing ? null : guessMissingColor(joined.draft)
    const draft = guessedColor ? { ...joined.draft, shadeColor: guessedColor } : joined.draft
    const { data, error } = ProductDraft.safeParse({ ...UNCATEGORIZED_DRAFT, ...existing, ...draft })
    const allProblems: ImportProblem[] = lineError
      ? [{ column: '', value: '', problem: lineError }]
      : [...unsupported, ...parsed.problems, ...problems, ...codes.check({ ...draft, line, slug })]
    if (!lineError) for (const issue of error?.issues ?? []) addIssue(allProblems, cells, issue)
    const firstLine = lineBySlug.get(slug)
    if (firstLine !== undefined && !allProblems.length)
      allProblems.push({
        column: 'slug',
        value: slug,
        problem: `Line ${firstLine} already has this slug. Remove one of the two lines.`,
      })
    if (slug && firstLine === undefined) lineBySlug.set(slug, line)
    const checked = {
      line,
      place,
      slug,
      name: previewCell(draft.name || existing?.name || cells.slug || slug),
    }
    const addToFamily = (kind: ImportRowKind) =>
      family && families.addRow(family, toMemberRow(line, slug, kind, data ?? EMPTY_DRAFT))
    if (allProblems.length || !data) {
      addToFamily('invalid')
      return { ...checked, kind: 'invalid', stockChange: 0, problems: allProblems }
    }
    const status = statusAfterImport(data, existing)
    const isMember = existing?.familySlug === family && existing !== undefined
    const imported = {
      ...data,
      status,
      family,
      position: family === null ? 0 : (position ?? (isMember ? existing.position : null)),
    }
    const effect = rowEffect(imported, existing, { stock, takeStock: options.takeStock })
    addToFamily(effect.kind)
    return {
      ...checked,
      problems: [],
      ...effect,
      isUnpublished: status !== data.status,
      ...(guessedColor && { color: 'guessed' }),
      ...(family &&
        effect.kind !== 'unchanged' &&
        data.shadeName &&
        !data.shadeColor && { color: 'missing' }),
    }
  })
}

/** Of a shade without a color, if the file has none. An empty cell means that it has none. */
const guessMissingColor = ({ shadeName, shadeColor }: Partial<ProductDraft>) =>
  shadeName && shadeColor === undefined ? guessColor(shadeName) : null

/** A new product without a category gets the one that the owner chose for the file. */
function withCategory<Row extends Pick<ParsedProductRow, 'draft' | 'problems'>>(
  row: Row,
  category: string | null,
): Row {
  const { draft, problems } = row
  if (draft.category || problems.some(({ column }) => column === 'category')) return row
  if (category) return { ...row, draft: { ...draft, category } }
  return { ...row, problems: [...problems, { column: 'category', value: '', problem: NO_CATEGORY }] }
}

const NO_CATEGORY =
  'This product has no category. Enter one, or upload the file again with a category for unmatched rows.'

/** Shoppers must see what they buy, so an import doesn't publish a product that has no photo. */
function statusAfterImport({ status }: ProductDraft, existing: AdminProduct | undefined): PublishStatus {
  const isPublishing = status === 'published' && existing?.status !== 'published'
  return isPublishing && !existing?.images.length ? (existing?.status ?? 'draft') : status
}

type RowEffect = Pick<CheckedRow, 'kind' | 'draft' | 'edition' | 'before' | 'after' | 'stockChange'>

function rowEffect(
  draft: ImportedProduct,
  existing: AdminProduct | undefined,
  { stock, takeStock }: { stock: number | undefined; takeStock: boolean },
): RowEffect {
  if (!existing) return { kind: 'new', draft, after: draft, stockChange: stock ?? 0 }
  const stockChange = takeStock && stock !== undefined ? stock - existing.stock : 0
  const { before, after } = diffDrafts<ImportedProduct>({ ...existing, family: existing.familySlug }, draft)
  const kind = stockChange || Object.keys(after).length ? 'changed' : 'unchanged'
  return { kind, draft, edition: existing.edition, before, after, stockChange }
}

type SchemaIssue = { path: PropertyKey[]; message: string }

function addIssue(
  problems: ImportProblem[],
  cells: ImportFileRow['cells'],
  { path, message }: SchemaIssue,
): void {
  const column = columnOfField(String(path[0] ?? ''))
  if (problems.some((problem) => problem.column === column)) return
  const cell = Object.entries(cells).find(([name]) => name === column)?.[1] ?? ''
  problems.push({ column, value: previewCell(cell), problem: message })
}
