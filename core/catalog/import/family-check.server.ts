import { z } from 'zod'
import { selectFields } from '#core/fields/field-columns.server.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { AdminProduct } from '../admin-products.server.ts'
import {
  FAMILY_FIELDS,
  FAMILY_OPTIONS,
  FamilyDraft,
  FamilyFields,
  type FamilyOption,
  isSameText,
  MAX_MEMBERS,
  memberName,
} from '../families/family.ts'
import type { ProductDraft } from '../product-draft.ts'
import { EMPTY_DRAFT, SHARED_TEXT_FIELDS } from '../product-fields.ts'
import { formatSize } from '../size.ts'
import { type ParsedProductRow, previewCell } from './product-csv.ts'
import type { ImportProblem, ImportRowKind } from './product-import.ts'

const StoredMember = z.strictObject({
  slug: z.string(),
  name: z.string(),
  shadeName: z.string().nullable(),
  size: z.string().nullable(),
})

const StoredFamily = FamilyFields.extend({ slug: z.string(), members: z.array(StoredMember) })

type MemberRow = Pick<z.infer<typeof StoredMember>, 'slug' | 'shadeName' | 'size'> & {
  line: number
  kind: ImportRowKind
}

type FamilyInFile = Omit<z.infer<typeof StoredFamily>, 'options'> & {
  /** Null for a new family: its rows tell once all of them are read. */
  options: FamilyOption[] | null
  firstLine: number
  rows: MemberRow[]
  /** A row's name has its size, as an export of a family by size does. */
  isNamedBySize?: boolean
}

export type NewFamily = { slug: string; draft: FamilyDraft }
export type FamilyCheck = ReturnType<typeof createFamilyCheck>

type JoiningRow = Pick<ParsedProductRow, 'slug' | 'family' | 'familyName' | 'draft'> & {
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
  function join({ line, slug, existing, familyName, draft, ...row }: JoiningRow): Joined {
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
        members: [],
        firstLine: 0,
        rows: [],
      }
      families.set(familySlug, family)
    }
    family.firstLine ||= line
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
    const name = memberName(family.name, merged, family.options ?? FAMILY_OPTIONS)
    if (existing?.familySlug && draft.name && ![existing.name, name, family.name].includes(draft.name))
      refuse('name', draft.name, 'A product in a family is named after the family and its shade or size.')
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
      const options = family.options ?? optionsOf(family)
      const { data, error } = FamilyDraft.safeParse({ ...family, options })
      const lineProblems = findProblems(family, options)
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
  const hasShade = rows.some(({ shadeName }) => shadeName)
  const sizes = new Set(rows.map(({ size }) => size))
  const hasSize = !hasShade || sizes.size > 1 || isNamedBySize
  return FAMILY_OPTIONS.filter((option) => (option === 'shade' ? hasShade : hasSize))
}

function findProblems({ members, rows }: FamilyInFile, options: FamilyOption[]): Map<number, ImportProblem> {
  const problems = new Map<number, ImportProblem>()
  const slugs = new Set(rows.map(({ slug }) => slug))
  const others = members.filter(({ slug }) => !slugs.has(slug))
  const total = others.length + slugs.size
  const keyOf = ({ shadeName, size }: Pick<MemberRow, 'shadeName' | 'size'>) =>
    [options.includes('shade') && shadeName?.toLowerCase(), options.includes('size') && size].join('/')
  const owners = new Map(others.map((member) => [keyOf(member), `“${member.name}”`]))
  for (const row of rows) {
    if (row.kind === 'invalid') continue
    const option = row.shadeName ?? row.size ?? ''
    const key = keyOf(row)
    const owner = owners.get(key)
    owners.set(key, owner ?? `Line ${row.line}`)
    const missing = options.find((name) => !(name === 'shade' ? row.shadeName : row.size))
    const problem = missing
      ? `Enter the ${missing}. Products of this family differ by ${missing}.`
      : owner
        ? `${owner} already has this shade and size. Each product of a family has its own.`
        : total > MAX_MEMBERS
          ? `A family can have up to ${MAX_MEMBERS} products. This one would have ${total}.`
          : undefined
    if (problem)
      problems.set(row.line, {
        column: missing ?? (total > MAX_MEMBERS && !owner ? 'family' : 'shade'),
        value: previewCell(option),
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
  shadeName: draft.shadeName,
  size: formatSize(draft) || null,
})

function selectFamilies(db: Db, slugs: string[]): Promise<z.infer<typeof StoredFamily>[]> {
  return query(db, StoredFamily)`
    select f.slug, ${selectFields(FAMILY_FIELDS, 'f')}, to_json(f.options) as options,
      (select json_agg(json_build_object('slug', p.slug, 'name', p.name, 'shadeName', p.shade_name,
        'size', display_size(p.size_quantity, p.size_unit)) order by p.position, p.id)
        from products p where p.family_id = f.id) as members
    from families f where f.slug = any(${slugs})`
}
