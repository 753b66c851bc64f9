import type { TargetRules } from '#core/webhooks/target-address.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, type Sql, sql } from '#db/sql.ts'
import { type AdminProduct, findAdminProductsBySlug } from '../admin-products.server.ts'
import { selectCategories } from '../categories/categories.server.ts'
import { guessColor } from '../families/guess-color.ts'
import { ProductDraft } from '../product-draft.ts'
import { EMPTY_DRAFT } from '../product-fields.ts'
import type { PublishStatus } from '../publish-status.ts'
import { diffDrafts } from '../save-product.server.ts'
import {
  type CategoryCheck,
  createCategoryCheck,
  newCategoriesNote,
  newCollectionsNote,
  withCategory,
} from './category-check.ts'
import {
  colorNotes,
  formulasNote,
  publishedLaterNote,
  type ShadeColor,
  withoutPhotosNote,
} from './check-notes.ts'
import { type CodeCheck, createCodeCheck, joinPlaces } from './code-check.server.ts'
import type { ExportedProduct } from './collections/chosen-collections.server.ts'
import { type CollectionCheck, createCollectionCheck } from './collections/collection-check.server.ts'
import type { ImportColumn } from './columns/column-schemas.ts'
import {
  createFamilyCheck,
  type FamilyCheck,
  toMemberRow,
  UNCATEGORIZED_DRAFT,
} from './family-check.server.ts'
import type { ImportedProduct } from './imported-product.server.ts'
import { createPicturePlan, type PicturePlan } from './pictures/plan-pictures.server.ts'
import { columnOfField, type ImportFileRow, parseProductCells, previewCell } from './product-csv.ts'
import type { ImportOptions, ImportProblem, ImportRowKind } from './product-import.ts'
import { readRowBatches } from './reading/row-batches.server.ts'
import { type CheckedRow, failRows, insertFamilies, insertRows, movePlaces } from './store-check.server.ts'

type ReadFile = {
  file: string
  notes: string[]
  columns: ImportColumn[]
  options: ImportOptions
  rules: TargetRules
  /** Which of the import's checks this is. */
  isCurrent: Sql
}

/** Stores what each row would change. */
export async function checkRows(
  tx: Db,
  id: string,
  { file, notes, columns, options, rules, isCurrent }: ReadFile,
): Promise<void> {
  const isChecking = await execute(tx)`
    select 1 from product_imports where ${isCurrent} for update`
  if (!isChecking) return
  const counts = { new: 0, changed: 0, unchanged: 0, invalid: 0 }
  const lineBySlug = new Map<string, number>()
  const families = createFamilyCheck(tx)
  const codes = createCodeCheck(tx)
  const categories = createCategoryCheck(await selectCategories(tx), options)
  const collections = await createCollectionCheck(tx, options)
  const pictures = createPicturePlan(tx, { rules, isOn: options.fetchPictures ?? false })
  const checks = { lineBySlug, families, codes, categories, collections, pictures, options }
  const categoryByLine = new Map<number, string>()
  const collectionsByLine = new Map<number, string[]>()
  const unpublished = new Set<number>()
  let formulas = 0
  const colors = new Map<number, ShadeColor>()
  const kindByLine = new Map<number, ImportRowKind>()
  const placeByLine = new Map<number, number>()
  const mappedByLine = new Map<number, ImportFileRow['mappedFrom']>()
  for await (const batch of readRowBatches(file)) {
    for (const { line, mappedFrom } of batch) if (mappedFrom) mappedByLine.set(line, mappedFrom)
    const checkedRows = await checkBatch(tx, { batch, ...checks })
    formulas += checkedRows.filter(({ hasFormula }) => hasFormula).length
    for (const { line, place, kind, draft, isUnpublished, color } of checkedRows) {
      kindByLine.set(line, kind)
      if (draft && kind !== 'unchanged') categoryByLine.set(line, draft.category)
      if (draft?.collections?.length) collectionsByLine.set(line, draft.collections)
      placeByLine.set(line, place)
      if (isUnpublished) unpublished.add(line)
      if (color) colors.set(line, color)
    }
    await insertRows(tx, id, checkedRows)
  }
  const invalidLines = [...kindByLine].flatMap(([line, kind]) => (kind === 'invalid' ? line : []))
  const { problems, newFamilies, exchanges } = finishChecks(families, codes, invalidLines)
  for (const [line, problem] of problems) problems.set(line, withHeading(problem, mappedByLine.get(line)))
  await failRows(tx, id, problems)
  await movePlaces(tx, id, joinPlaces(exchanges, placeByLine))
  await insertFamilies(tx, id, newFamilies)
  for (const line of problems.keys()) {
    kindByLine.set(line, 'invalid')
    unpublished.delete(line)
    colors.delete(line)
    categoryByLine.delete(line)
    collectionsByLine.delete(line)
  }
  await pictures.insert(id, (line) => kindByLine.get(line) === 'invalid')
  for (const kind of kindByLine.values()) counts[kind]++
  const newCategories = categories.countNew(categoryByLine.values())
  const newCollections = collections.countNew(collectionsByLine.values())
  if (newCollections.size) notes.unshift(newCollectionsNote(newCollections))
  if (newCategories.length) notes.unshift(newCategoriesNote(newCategories))
  notes.push(...colorNotes(colors.values()))
  if (formulas) notes.push(formulasNote(formulas))
  notes.push(...pictures.notes())
  const pictured = [...unpublished].filter(pictures.hasPictures).length
  if (pictured) notes.push(publishedLaterNote(pictured))
  if (unpublished.size > pictured) notes.push(withoutPhotosNote(unpublished.size - pictured))
  const { new: created, changed, unchanged, invalid } = counts
  const rowCount = created + changed + unchanged + invalid
  await execute(tx)`
    update product_imports set state = 'checked', created = ${created}, changed = ${changed}, unchanged = ${unchanged}, invalid = ${invalid},
      rows = ${rowCount}, notes = ${sql.json(notes)}, columns = ${sql.json(columns)}, new_categories = ${newCategories.map(({ name }) => name)},
      new_category_parents = ${newCategories.map(({ parent }) => parent ?? '')}, new_collections = ${[...newCollections.keys()]}
    where id = ${id}`
}

/** The file has no column with our name if another one fills the field. */
const withHeading = (
  problem: ImportProblem,
  mappedFrom: ImportFileRow['mappedFrom'] = {},
): ImportProblem => ({
  ...problem,
  column: new Map(Object.entries(mappedFrom)).get(problem.column) ?? problem.column,
})

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

type CheckBatchInput = {
  batch: ImportFileRow[]
  lineBySlug: Map<string, number>
  families: FamilyCheck
  codes: CodeCheck
  categories: CategoryCheck
  collections: CollectionCheck
  pictures: PicturePlan
  options: ImportOptions
}

async function checkBatch(
  db: Db,
  { batch, lineBySlug, families, codes, categories, collections, pictures, options }: CheckBatchInput,
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
  await collections.load(existingProducts.values())
  await codes.load(parsedRows.map(({ draft }) => draft))
  await pictures.load(parsedRows.map((row) => ({ ...row, existing: existingProducts.get(row.slug) })))
  return parsedRows.map(({ line, cells, lineError, stock, position, unsupported = [], ...row }) => {
    const { slug } = row
    const existing = existingProducts.get(slug)
    const parsed = existing || families.has(row.family) ? row : withCategory(row, categories.fallback)
    const { family, place, problems, ...joined } = families.join({ line, existing, ...parsed })
    const guessedColor = existing ? null : guessMissingColor(joined.draft)
    const draft = guessedColor ? { ...joined.draft, shadeColor: guessedColor } : joined.draft
    const typed = draft.ingredients
    if (existing?.hasFormula) draft.ingredients = existing.ingredients
    const { data, error } = ProductDraft.safeParse({ ...UNCATEGORIZED_DRAFT, ...existing, ...draft })
    const chosen = lineError ? { problems: [] } : collections.check({ ...row, existing })
    const allProblems: ImportProblem[] = lineError
      ? [{ column: '', value: '', problem: lineError }]
      : [
          ...unsupported,
          ...parsed.problems,
          ...problems,
          ...codes.check({ ...draft, line, slug }),
          ...chosen.problems,
        ]
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
      const problems = allProblems.map((problem) => withHeading(problem, row.mappedFrom))
      return { ...checked, kind: 'invalid', stockChange: 0, problems }
    }
    const status = statusAfterImport(data, existing)
    const isMember = existing?.familySlug === family && existing !== undefined
    const imported = {
      ...data,
      status,
      family,
      position: family === null ? 0 : (position ?? (isMember ? existing.position : null)),
      ...(chosen.collections && { collections: chosen.collections }),
    }
    const before = existing && { ...existing, collections: collections.chosenFor(existing) }
    const effect = rowEffect(imported, before, { stock, takeStock: options.takeStock })
    collections.count(existing, chosen.collections)
    addToFamily(effect.kind)
    return {
      ...checked,
      problems: [],
      ...effect,
      isUnpublished: status !== data.status,
      hasFormula: typed && existing?.hasFormula && typed.join() !== existing.ingredients.join(),
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

/** Shoppers must see what they buy, so an import doesn't publish a product that has no photo. */
function statusAfterImport({ status }: ProductDraft, existing: AdminProduct | undefined): PublishStatus {
  const isPublishing = status === 'published' && existing?.status !== 'published'
  return isPublishing && !existing?.images.length ? (existing?.status ?? 'draft') : status
}

type RowEffect = Pick<CheckedRow, 'kind' | 'draft' | 'edition' | 'before' | 'after' | 'stockChange'>

function rowEffect(
  draft: ImportedProduct,
  existing: ExportedProduct | undefined,
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
