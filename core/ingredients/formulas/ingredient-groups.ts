import type { Origin, SubstanceFunction, Trait } from '../substance.ts'

/** What a group is decided by. */
export type GroupedSubstance = {
  functions: readonly SubstanceFunction[]
  origins: readonly Origin[]
  traits: readonly Trait[]
  isAllergen: boolean
}

/** Unknown: the dictionary doesn't say. */
export type Membership = 'yes' | 'no' | 'unknown'

const byTrait =
  (trait: Trait) =>
  ({ traits }: GroupedSubstance): Membership =>
    traits.includes(trait) ? 'yes' : 'no'

/** Groups of ingredients that shoppers look for or avoid, by the name in addresses and the API. */
export const INGREDIENT_GROUPS = {
  fragrance: {
    label: 'Fragrance',
    inWords: 'fragrance',
    meaning: 'is there for its scent, or is a fragrance allergen',
    membership: ({ functions, isAllergen }) =>
      isAllergen || functions.includes('fragrance') || functions.includes('perfuming') ? 'yes' : 'no',
  },
  'drying-alcohol': {
    label: 'Drying alcohol',
    inWords: 'drying alcohol',
    meaning: 'is a drying alcohol',
    membership: byTrait('drying-alcohol'),
  },
  silicones: {
    label: 'Silicones',
    inWords: 'silicones',
    meaning: 'is a silicone',
    membership: byTrait('silicone'),
  },
  parabens: {
    label: 'Parabens',
    inWords: 'parabens',
    meaning: 'is a paraben',
    membership: byTrait('paraben'),
  },
  sulfates: {
    label: 'Sulfates',
    inWords: 'sulfate surfactants',
    meaning: 'is a sulfate surfactant',
    membership: byTrait('sulfate'),
  },
  'mineral-oil': {
    label: 'Mineral oil',
    inWords: 'mineral oil',
    meaning: 'is a mineral oil or wax',
    membership: byTrait('mineral-oil'),
  },
  'animal-derived': {
    label: 'Animal-derived',
    inWords: 'ingredients of animal origin',
    meaning: 'is of animal origin',
    membership: ({ origins }) => {
      if (!origins.length) return 'unknown'
      if (!origins.includes('animal')) return 'no'
      return origins.length === 1 ? 'yes' : 'unknown'
    },
  },
} as const satisfies Record<
  string,
  {
    label: string
    inWords: string
    /** Completes “No ingredient …”. */
    meaning: string
    membership: (substance: GroupedSubstance) => Membership
  }
>
export type IngredientGroup = keyof typeof INGREDIENT_GROUPS
export const GROUP_NAMES = Object.keys(INGREDIENT_GROUPS) as IngredientGroup[]

export const isGroup = (name: string): name is IngredientGroup => Object.hasOwn(INGREDIENT_GROUPS, name)
