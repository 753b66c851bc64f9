import { z } from 'zod'
import type { Category } from '#core/catalog/categories/category.ts'
import { Refusal } from '#core/errors.ts'
import { SAFE_LINK_HINT } from '../safe-link.ts'
import { type ArrangedLink, type Arrangement, type Target, targetKey } from './arrangement.ts'
import { MAX_COLUMN_LINKS, MAX_COLUMNS, MAX_HEADER_LINKS, MAX_LABEL, MAX_SOCIAL_LINKS } from './limits.ts'
import { readAddress } from './link-address.ts'

const label = z
  .string()
  .trim()
  .max(MAX_LABEL, `Use at most ${MAX_LABEL} characters.`)
  .refine(
    (text) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text),
    'Use one line without control characters.',
  )

const LinkInput = z.strictObject({
  address: z.string().trim().max(2000, 'This address is too long.'),
  label: label.default(''),
})

type LinkInput = z.infer<typeof LinkInput>

const linkList = (max: number) => z.array(LinkInput).max(max, `Use at most ${max} links here.`)

export const NavigationInput = z.strictObject({
  header: linkList(MAX_HEADER_LINKS),
  columns: z
    .array(
      z.strictObject({
        heading: label.min(1, 'Enter a heading.'),
        links: linkList(MAX_COLUMN_LINKS).min(1, 'Add a link, or remove the column.'),
      }),
    )
    .max(MAX_COLUMNS, `Use at most ${MAX_COLUMNS} columns.`),
  social: linkList(MAX_SOCIAL_LINKS),
})

type Known = {
  targets: Target[]
  categories: Category[]
  origin: string
  /** Its links stay, also those whose page is gone. */
  saved: { header: ArrangedLink[]; columns: { links: ArrangedLink[] }[]; social: ArrangedLink[] }
}

/** Refuses with the path of each field that is wrong, such as `columns.0.links.2.address`. */
export function readNavigationInput(input: unknown, known: Known): Arrangement {
  const { data, error } = NavigationInput.safeParse(input)
  if (error) throw refuse(error.issues.map(({ path, message }) => [path.join('.'), message]))
  const errors: FieldError[] = []
  const read = (links: LinkInput[], path: string) => {
    const addresses = new Set<string>()
    return links.flatMap((input, index) => {
      const { link: arranged, problem } = readLink(input, known, path === 'social')
      const isRepeated = arranged && addresses.has(arranged.address)
      if (problem) errors.push([`${path}.${index}.${problem[0]}`, problem[1]])
      else if (isRepeated) errors.push([`${path}.${index}.address`, 'This link is in the list already.'])
      if (arranged) addresses.add(arranged.address)
      return arranged ?? []
    })
  }
  const arrangement = {
    header: read(data.header, 'header'),
    columns: data.columns.map(({ heading, links }, index) => ({
      heading,
      links: read(links, `columns.${index}.links`),
    })),
    social: read(data.social, 'social'),
  }
  if (errors.length) throw refuse(errors)
  return arrangement
}

type FieldError = [field: string, message: string]
type LinkResult = { link?: ArrangedLink; problem?: FieldError }

function readLink({ address, label: typed }: LinkInput, known: Known, isSocial: boolean): LinkResult {
  const target = readAddress(address, known)
  if (target === 'unsafe') return { problem: ['address', SAFE_LINK_HINT] }
  const arranged = target ?? findSaved(known.saved, address)
  if (!arranged) return { problem: ['address', NOTHING_THERE] }
  if (isSocial && !arranged.address.startsWith('https://')) return { problem: ['address', PROFILE_HINT] }
  if (!isSocial && arranged.type === 'address' && !typed) return { problem: ['label', 'Enter a label.'] }
  const { name } = known.targets.find((candidate) => targetKey(candidate) === targetKey(arranged)) ?? {}
  // A label that is the target's name follows it.
  return { link: { ...arranged, label: typed === name ? '' : typed } }
}

const NOTHING_THERE = 'The store has nothing at this address. Choose a page from the list.'
const PROFILE_HINT = 'Enter the address of your profile, such as https://instagram.com/yourstore.'

function findSaved({ header, columns, social }: Known['saved'], address: string): ArrangedLink | undefined {
  const saved = [header, social, ...columns.map(({ links }) => links)].flat()
  const match = saved.find((candidate) => candidate.address === address)
  return match && { type: match.type, id: match.id, address, label: '' }
}

function refuse(errors: FieldError[]): Refusal {
  return new Refusal(
    'invalid_input',
    'Please fix the highlighted fields.',
    Object.fromEntries(errors.reverse()),
  )
}
