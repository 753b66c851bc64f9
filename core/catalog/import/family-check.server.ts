import { z } from 'zod'
import { selectFields } from '#core/fields/field-columns.server.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { AdminProduct } from '../admin-products.server.ts'
import {
  FAMILY_FIELDS,
  FamilyDraft,
  FamilyFields,
  isSameText,
  MAX_MEMBERS,
  memberName,
} from '../families/family.ts'
import {
  FAMILY_OPTIONS,
  type FamilyOption,
  type FamilyOptions,
  optionSetting,
  optionValue,
} from '../families/family-options.ts'
import type { ProductDraft } from '../product-draft.ts'
import { EMPTY_DRAFT, SHARED_TEXT_FIELDS } from '../product-fields.ts'
import { type ParsedProductRow, previewCell } from './product-csv.ts'
import type { ImportProblem, ImportRowKind } from './product-import.ts'

const OptionTexts = z.record(z.enum(FAMILY_OPTIONS), z.string().nullable())

const StoredMember = z.strictObject({
  slug: z.string(),
  name: z.string(),
  values: OptionTexts,
})

const StoredFamily = FamilyFields.extend({ slug: z.string(), members: z.array(StoredMember) })

type MemberRow = Pick<z.infer<typeof StoredMember>, 'slug' | 'values'> & {
  line: number
  kind: ImportRowKind
}

type FamilyInFile = Omit<z.infer<typeof StoredFamily>, 'options'> & {
  /** Null for a new family: its rows have them, once all of them are read. */
  options: FamilyOption[] | null
  firstLine: number
  rows: MemberRow[]
  /** As a row of a new family names them. */
  namedOptions?: FamilyOptions | undefined
  /** A row's name has its size, as an export of a family by size does. */
  isNamedBySize?: boolean
}

export type NewFamily = { slug: string; draft: FamilyDraft }
export type FamilyCheck = ReturnType<typeof createFamilyCheck>

type JoiningRow = Pick<ParsedProductRow, 'slug' | 'family' | 'familyName' | 'familyOptions' | 'draft'> & {
  line: number
  existing: AdminProduct | undefined
}
type Joined = {
  family: string | null
  place: number
  draft: Partial<ProductDraft>
  problems: ImportProblem[]
}

/** Checks the families of a file, whose rows can be anywhere in it. */
export function createFamilyCheck(db: Db) {
  const families = new Map<string, FamilyInFile>()

  async function load(slugs: string[]): Promise<void> {
    const unseen = slugs.filter((slug) => !families.has(slug))
    for (const family of unseen.length ? await selectFamilies(db, unseen) : [])
      families.set(family.slug, { ...family, firstLine: 0, rows: [] })
  }

  const has = (slug: string | undefined) => slug !== undefined && families.has(slug)

  /** What the family changes in a row of the file. */
  function join({ line, slug, existing, familyName, familyOptions, draft, ...row }: JoiningRow): Joined {
    const familySlug = (row.family ?? existing?.familySlug) || null
    const problems: ImportProblem[] = []
    const refuse = (column: string, value: string, problem: string) =>
      void problems.push({ column, value: previewCell(value), problem })
    if (existing?.familySlug && existing.familySlug !== familySlug)
      refuse('family', row.family ?? '', alreadyInFamily(existing.familySlug))
    if (!familySlug) return { family: null, place: line, draft, problems }
    const merged = { ...UNCATEGORIZED_DRAFT, ...existing, ...draft }
    let family = families.get(familySlug)
    if (!family) {
      if (!familyName) refuse('family_name', '', 'Enter the name of this new family.')
      const { brand, category, tagline, description, benefits, howToUse } = merged
      const text = { tagline, description, benefits, howToUse }
      family = {
        slug: familySlug,
        name: familyName ?? '',
        brand,
        category,
        ...text,
        options: null,
        optionSettings: {},
        members: [],
        firstLine: 0,
        rows: [],
      }
      families.set(familySlug, family)
    }
    family.firstLine ||= line
    if (!family.options) family.namedOptions ??= familyOptions
    family.isNamedBySize ||= merged.sizeQuantity !== null && draft.name === memberName(family.name, merged)
    if (!family.options)
      for (const field of SHARED_TEXT_FIELDS)
        if (!isSameText(merged[field], family[field])) Object.assign(family, { [field]: EMPTY_DRAFT[field] })
    const shared = [
      ['family_name', familyName, family.name],
      ['brand', draft.brand, family.brand],
      ['category', draft.category, family.category],
    ] as const
    for (const [column, value, familyValue] of shared)
      if (value && value !== familyValue) refuse(column, value, sharedMessage(familyValue, family))
    const name = memberName(family.name, merged, family.options ?? family.namedOptions?.options)
    if (existing?.familySlug && draft.name && ![existing.name, name, family.name].includes(draft.name))
      refuse('name', draft.name, 'A product in a family is named after the family and its options.')
    return {
      family: familySlug,
      place: family.firstLine,
      draft: {
        ...draft,
        ...(family.options && withoutFamilyText(draft, existing, family)),
        name,
        brand: family.brand,
        category: family.category,
      },
      problems,
    }
  }

  const addRow = (family: string, row: MemberRow) => void families.get(family)?.rows.push(row)

  /** Rows that fail for another reason, once all rows are read. */
  function failRows(lines: ReadonlySet<number>): void {
    for (const { rows } of families.values())
      for (const row of rows) if (lines.has(row.line)) row.kind = 'invalid'
  }

  /** Problems by line, once all rows are read. One invalid row fails its family. */
  function finish(): { problems: Map<number, ImportProblem>; created: NewFamily[] } {
    const problems = new Map<number, ImportProblem>()
    const created: NewFamily[] = []
    for (const family of families.values()) {
      const familyOptions = family.options
        ? { options: family.options, optionSettings: family.optionSettings }
        : (family.namedOptions ?? { options: optionsOf(family), optionSettings: {} })
      const { data, error } = FamilyDraft.safeParse({ ...family, ...familyOptions })
      const lineProblems = findProblems(family, familyOptions)
      const first = family.rows[0]
      if (error && first)
        lineProblems.set(first.line, {
          column: 'family_name',
          value: previewCell(family.name),
          problem: error.issues[0]?.message ?? '',
        })
      const invalidLine = family.rows.find(
        ({ line, kind }) => kind === 'invalid' || lineProblems.has(line),
      )?.line
      for (const { line, kind } of family.rows) {
        const problem = lineProblems.get(line)
        if (problem) problems.set(line, problem)
        else if (invalidLine !== undefined && kind !== 'unchanged' && kind !== 'invalid')
          problems.set(line, { column: 'family', value: family.slug, problem: otherLineMessage(invalidLine) })
      }
      if (!family.options && data && invalidLine === undefined)
        created.push({ slug: family.slug, draft: data })
    }
    return { problems, created }
  }

  return { load, has, join, addRow, failRows, finish }
}

/** A row without a category is reported once. The rest of it is checked as if it had one. */
export const UNCATEGORIZED_DRAFT = { ...EMPTY_DRAFT, category: '–' }

const alreadyInFamily = (family: string) =>
  `This product is in the family “${family}”. Remove it from that family first.`
const otherLineMessage = (line: number) =>
  `A family is imported whole. Fix line ${line}, then upload the file again.`

const sharedMessage = (value: string, { options, firstLine }: FamilyInFile) =>
  options
    ? `All products of this family share “${value}”. Change it in the family.`
    : `Line ${firstLine} has “${value}”. All products of a family share it.`

/** An export has the text that shoppers see. A product that shows its family's text has none of its own. */
function withoutFamilyText(
  draft: Partial<ProductDraft>,
  existing: AdminProduct | undefined,
  family: FamilyInFile,
): Partial<ProductDraft> {
  const fields = SHARED_TEXT_FIELDS.filter((field) => draft[field] !== undefined)
  return Object.fromEntries(
    fields.map((field) => {
      const ownText = existing?.[field]
      const displayedText = ownText?.length ? ownText : existing?.familyText?.[field]
      if (existing?.familySlug && isSameText(draft[field], displayedText)) return [field, ownText]
      return [field, isSameText(draft[field], family[field]) ? EMPTY_DRAFT[field] : draft[field]]
    }),
  )
}

/** Products of a new family differ by shade if they have one, and by size if that tells two of them apart. */
function optionsOf({ rows, isNamedBySize }: FamilyInFile): FamilyOption[] {
  const hasValue = (option: FamilyOption) => rows.some(({ values }) => values[option])
  const sizes = new Set(rows.map(({ values }) => values.size))
  const others = FAMILY_OPTIONS.filter((option) => option !== 'size' && hasValue(option))
  const hasSize = !others.length || sizes.size > 1 || isNamedBySize
  return FAMILY_OPTIONS.filter((option) => (option === 'size' ? hasSize : others.includes(option)))
}

function findProblems(
  { members, rows }: FamilyInFile,
  { options, optionSettings }: FamilyOptions,
): Map<number, ImportProblem> {
  const problems = new Map<number, ImportProblem>()
  const slugs = new Set(rows.map(({ slug }) => slug))
  const others = members.filter(({ slug }) => !slugs.has(slug))
  const total = others.length + slugs.size
  const nameOf = (option: FamilyOption) => optionSetting(option, optionSettings).name.toLowerCase() || option
  const keyOf = ({ values }: Pick<MemberRow, 'values'>) =>
    options.map((option) => values[option]?.toLowerCase()).join('/')
  const owners = new Map(others.map((member) => [keyOf(member), `“${member.name}”`]))
  for (const row of rows) {
    if (row.kind === 'invalid') continue
    const key = keyOf(row)
    const owner = owners.get(key)
    owners.set(key, owner ?? `Line ${row.line}`)
    const missing = options.find((option) => !row.values[option])
    const problem = missing
      ? `Enter the ${nameOf(missing)}. Products of this family differ by ${nameOf(missing)}.`
      : owner
        ? `${owner} already has this ${options.map(nameOf).join(' and ')}. Each product of a family has its own.`
        : total > MAX_MEMBERS
          ? `A family can have up to ${MAX_MEMBERS} products. This one would have ${total}.`
          : undefined
    if (problem)
      problems.set(row.line, {
        column: missing ?? (total > MAX_MEMBERS && !owner ? 'family' : (options[0] ?? 'shade')),
        value: previewCell(options.flatMap((option) => row.values[option] ?? []).join(', ')),
        problem,
      })
  }
  return problems
}

export const toMemberRow = (
  line: number,
  slug: string,
  kind: ImportRowKind,
  draft: ProductDraft,
): MemberRow => ({
  line,
  slug,
  kind,
  values: Object.fromEntries(
    FAMILY_OPTIONS.map((option) => [option, optionValue(option, draft)]),
  ) as MemberRow['values'],
})

function selectFamilies(db: Db, slugs: string[]): Promise<z.infer<typeof StoredFamily>[]> {
  return query(db, StoredFamily)`
    select f.slug, ${selectFields(FAMILY_FIELDS, 'f')}, to_json(f.options) as options, f.option_settings as "optionSettings",
      (select json_agg(json_build_object('slug', p.slug, 'name', p.name, 'values', json_build_object('shade', p.shade_name,
        'size', display_size(p.size_quantity, p.size_unit), 'option1', p.option1, 'option2', p.option2, 'option3', p.option3))
        order by p.position, p.id)
        from products p where p.family_id = f.id) as members
    from families f where f.slug = any(${slugs})`
}
