import { type FamilyOption, type FamilyOptions, optionSetting } from '../catalog/families/family-options.ts'
import type { PageMember } from './product-page.server.ts'

export type OptionGroup = { name: string; display: 'swatch' | 'button' | 'list'; choices: Choice[] }
/** A value, and the product that it leads to. */
export type Choice = { id: string; slug: string; name: string; color?: string; inStock: boolean }

/** Each value leads to the product that has it and otherwise what is chosen, or else to one that can be bought. */
export function familyChoices(
  { options, optionSettings }: FamilyOptions,
  members: PageMember[],
  chosenId: string,
): OptionGroup[] {
  const chosen = members.find(({ id }) => id === chosenId)
  return options.flatMap((option, index): OptionGroup[] => {
    // An option that follows from those before it is a property, not a choice: each shade has one size.
    const combinations = new Set(members.map((member) => keyOf(member, options.slice(0, index))))
    if (option !== 'shade' && members.length <= combinations.size) return []
    const others = options.filter((other) => other !== option)
    const matches = (member: PageMember) =>
      others.filter((other) => chosen && isSame(member, chosen, other)).length
    const best = (group: PageMember[]) => {
      const ranked = group.toSorted((one, other) => matches(other) - matches(one))
      const [first] = ranked
      return first && matches(first) === others.length
        ? first
        : (ranked.find(({ inStock }) => inStock) ?? group[0])
    }
    const groups = Map.groupBy(
      members.filter((member) => member[option]),
      (member) => keyOf(member, [option]),
    )
    const choices = [...groups.values()].flatMap((group) => toChoice(best(group), option) ?? [])
    const { name, display } = optionSetting(option, optionSettings)
    if (display !== 'swatch') return [{ name, display, choices }]
    const haveColors = choices.every(({ color }) => color)
    return [{ name, display: haveColors ? 'swatch' : 'button', choices }]
  })
}

const keyOf = (member: PageMember, options: FamilyOption[]) =>
  options.map((option) => member[option]?.toLowerCase()).join('/')

const isSame = (one: PageMember, other: PageMember, option: FamilyOption) =>
  one[option]?.toLowerCase() === other[option]?.toLowerCase()

function toChoice(member: PageMember | undefined, option: FamilyOption): Choice | undefined {
  if (!member) return undefined
  const { id, slug, inStock, shade, code, color } = member
  if (option !== 'shade') return { id, slug, name: member[option] ?? '', inStock }
  return { id, slug, name: [shade, code].filter(Boolean).join(' '), inStock, ...(color && { color }) }
}
