import { describeSubstance } from '../substance.ts'
import {
  GROUP_NAMES,
  type GroupedSubstance,
  INGREDIENT_GROUPS,
  type IngredientGroup,
  type Membership,
} from './ingredient-groups.ts'

/** A line of the formula with what the dictionary says about it. */
export type LabelLine = GroupedSubstance & {
  /** Null if the dictionary doesn't have the name. */
  id: string | null
  labelId: string | null
  /** On the label. */
  name: string
  /** The INCI name, which may differ from that on the label, such as Alpha-Pinene from Pinene. */
  own: string | null
  mayContain: boolean
  isNano: boolean
  /** So little of an allergen that the label doesn't name it. */
  isTrace: boolean
  description: string
}

export type Label = { isComplete: boolean; lines: LabelLine[] }

/** An ingredient of the list. */
export type LabelEntry = {
  name: string
  ids: string[]
  position: number
  isAllergen: boolean
  mayContain: boolean
  /** What it does. Empty if the dictionary doesn't say. */
  description: string
}

/** The ingredient list in the order of the label: what only some products contain comes last. */
export function listEntries(lines: readonly LabelLine[]): LabelEntry[] {
  const groups = [
    ...Map.groupBy(lines.filter(isNamed), (line) => line.labelId ?? line.name.toLowerCase()).values(),
  ]
  const entries = groups.map((parts) => ({
    name: `${parts[0]?.name}${parts.some(({ isNano }) => isNano) ? ' (nano)' : ''}`,
    ids: [...new Set(parts.flatMap(({ id, labelId }) => [id, labelId].filter((each) => each !== null)))],
    isAllergen: parts.some(({ isAllergen }) => isAllergen),
    mayContain: parts.every(({ mayContain }) => mayContain),
    description: [...new Set(parts.map(describeSubstance))].filter(Boolean).join(' '),
  }))
  return [
    ...entries.filter(({ mayContain }) => !mayContain),
    ...entries.filter(({ mayContain }) => mayContain),
  ].map((entry, i) => ({ ...entry, position: i + 1 }))
}

const isNamed = ({ isTrace }: LabelLine) => !isTrace

export type Statement = {
  group: IngredientGroup
  /** Such as Silicones. */
  label: string
  kind: 'contains' | 'free-from' | 'not-stated'
  reason: string
}

/** What can be stated about each group, with the reason. Traces and what only some products contain count as contained. */
export function stateGroups({ isComplete, lines }: Label): Statement[] {
  return GROUP_NAMES.map((group) => {
    const { label } = INGREDIENT_GROUPS[group]
    const members = namesIn(group, 'yes', lines)
    if (members.length) return { group, label, kind: 'contains', reason: `${members.join(', ')}.` }
    const doubt = isComplete
      ? doubtAbout(group, lines)
      : 'Our dictionary doesn’t have all of the ingredients.'
    if (doubt) return { group, label, kind: 'not-stated', reason: doubt }
    return { group, label, kind: 'free-from', reason: `No ingredient ${INGREDIENT_GROUPS[group].meaning}.` }
  })
}

function doubtAbout(group: IngredientGroup, lines: readonly LabelLine[]): string | undefined {
  const [first, ...others] = namesIn(group, 'unknown', lines)
  if (!first) return undefined
  return `It depends on the source of ${others.length ? `${first} and ${others.length} more` : first}.`
}

function namesIn(group: IngredientGroup, membership: Membership, lines: readonly LabelLine[]): string[] {
  const members = lines.filter((line) => line.id && INGREDIENT_GROUPS[group].membership(line) === membership)
  return [...new Set(members.map(({ name }) => name))]
}
