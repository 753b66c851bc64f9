/** What an ingredient does, in CosIng's vocabulary and American spelling, with a sentence for shoppers. */
export const FUNCTIONS = {
  abrasive: ['Abrasive', 'Polishes or scrubs the surface.'],
  absorbent: ['Absorbent', 'Takes up water or oil.'],
  anticaking: ['Anticaking', 'Keeps powders free of lumps.'],
  antioxidant: ['Antioxidant', 'Slows down spoiling by air, so the product stays fresh longer.'],
  antiperspirant: ['Antiperspirant', 'Reduces sweat on the skin.'],
  antistatic: ['Antistatic', 'Reduces static, so hair lies flat.'],
  astringent: ['Astringent', 'Makes skin feel tighter.'],
  binding: ['Binding', 'Holds pressed powders and solid products together.'],
  buffering: ['Buffering', 'Keeps the pH of the product stable.'],
  bulking: ['Bulking', 'Gives the product its volume.'],
  chelating: ['Chelating', 'Binds metals from water, which helps the product stay stable.'],
  cleansing: ['Cleansing', 'Helps to clean skin or hair.'],
  colorant: ['Colorant', 'Gives the product its color, or colors skin, hair, or nails.'],
  denaturant: ['Denaturant', 'Makes alcohol undrinkable.'],
  deodorant: ['Deodorant', 'Reduces or covers body odor.'],
  emollient: ['Emollient', 'Softens and smooths the skin.'],
  'emulsion-stabilizing': ['Emulsion stabilizing', 'Keeps oil and water in the product from separating.'],
  exfoliating: ['Exfoliating', 'Helps to remove dead skin cells from the surface.'],
  'film-forming': ['Film forming', 'Leaves a thin film on skin, hair, or nails.'],
  'foam-boosting': ['Foam boosting', 'Makes the lather richer.'],
  foaming: ['Foaming', 'Makes lather.'],
  fragrance: ['Fragrance', 'Gives the product its scent.'],
  'hair-conditioning': ['Hair conditioning', 'Leaves hair soft, smooth, and easy to comb.'],
  'hair-dyeing': ['Hair dyeing', 'Colors the hair.'],
  'hair-fixing': ['Hair fixing', 'Holds the hairstyle.'],
  'hair-waving': ['Hair waving or straightening', 'Changes the shape of the hair.'],
  humectant: ['Humectant', 'Holds water in the product and on the skin.'],
  keratolytic: ['Keratolytic', 'Helps to loosen dead skin cells.'],
  moisturizing: ['Moisturizing', 'Helps to keep the skin moist.'],
  'nail-conditioning': ['Nail conditioning', 'Cares for the nails.'],
  opacifying: ['Opacifying', 'Makes the product less transparent.'],
  'oral-care': ['Oral care', 'Cares for teeth and mouth.'],
  oxidizing: ['Oxidizing', 'Adds oxygen to another substance, for example in hair dyes.'],
  pearlescent: ['Pearlescent', 'Gives the product a pearly shine.'],
  perfuming: ['Perfuming', 'Adds scent.'],
  'ph-adjusting': ['pH adjuster', 'Sets how acidic the product is.'],
  plasticizer: ['Plasticizer', 'Keeps films, such as nail polish, flexible.'],
  preservative: ['Preservative', 'Keeps bacteria and mold from growing in the product.'],
  propellant: ['Propellant', 'Pushes the product out of its can.'],
  reducing: ['Reducing', 'Takes oxygen from another substance, or adds hydrogen to it.'],
  refreshing: ['Refreshing', 'Feels fresh on the skin.'],
  'skin-conditioning': ['Skin conditioning', 'Helps to keep the skin in good condition.'],
  occlusive: ['Skin conditioning - occlusive', 'Slows down the loss of water from the skin.'],
  'skin-protecting': ['Skin protecting', 'Helps to shield the skin from outside influences.'],
  'slip-modifier': ['Slip modifier', 'Makes the product glide.'],
  smoothing: ['Smoothing', 'Makes the skin’s surface more even.'],
  solvent: ['Solvent', 'Dissolves other ingredients.'],
  soothing: ['Soothing', 'Helps the skin to feel comfortable.'],
  'surface-modifier': ['Surface modifier', 'Changes the surface of particles, so they mix better.'],
  'surfactant-cleansing': ['Surfactant - cleansing', 'Lifts oil and dirt, so they rinse off with water.'],
  'surfactant-emulsifying': ['Surfactant - emulsifying', 'Helps oil and water to mix.'],
  'surfactant-hydrotrope': ['Surfactant - hydrotrope', 'Helps other ingredients to dissolve in water.'],
  'surfactant-solubilizing': ['Surfactant - solubilizing', 'Helps oils and scents to dissolve in water.'],
  'surfactant-suspending': ['Surfactant - suspending', 'Keeps particles evenly spread in the product.'],
  tonic: ['Tonic', 'Leaves skin or hair feeling fresh.'],
  'uv-absorber': ['UV absorber', 'Protects the product from sunlight.'],
  'uv-filter': ['UV filter', 'Filters ultraviolet rays to help protect skin or hair.'],
  'viscosity-controlling': ['Viscosity controlling', 'Makes the product thicker or thinner.'],
} as const satisfies Record<string, readonly [label: string, sentence: string]>
export type SubstanceFunction = keyof typeof FUNCTIONS
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as SubstanceFunction[]

/** Where it can come from; algae count as plants. Empty if it depends on the supplier, or isn't known. */
export const ORIGINS = ['plant', 'animal', 'mineral', 'synthetic', 'biotechnological'] as const
export type Origin = (typeof ORIGINS)[number]

/** Groups that shoppers look for or avoid. They follow from the chemical structure. */
export const TRAITS = {
  'drying-alcohol': 'Drying alcohol',
  'fatty-alcohol': 'Fatty alcohol',
  silicone: 'Silicone',
  paraben: 'Paraben',
  sulfate: 'Sulfate surfactant',
  'mineral-oil': 'Mineral oil or wax',
} as const
export type Trait = keyof typeof TRAITS
export const TRAIT_NAMES = Object.keys(TRAITS) as Trait[]

/** EU: European Union, GB: Great Britain, CA: Canada. */
export const JURISDICTIONS = ['EU', 'GB', 'CA'] as const
export type Jurisdiction = (typeof JURISDICTIONS)[number]

/** What the law of a place says. `since` is the day from which it applies. */
export type SubstanceFact = {
  kind: 'fragrance_allergen' | 'prohibited'
  jurisdiction: Jurisdiction
  authority: string
  url: string
  since: string
  note: string | null
  /** Above which the label names an allergen. Null for other facts. */
  leaveOnPercent: number | null
  rinseOffPercent: number | null
}

/** What the owner can change. */
export type SubstanceFields = {
  synonyms: string[]
  cas: string[]
  ec: string[]
  functions: SubstanceFunction[]
  origins: Origin[]
  traits: Trait[]
  /** What it does, for shoppers. Empty: the sentences of its functions. */
  description: string
  /** The INCI name that the law puts on the label instead, such as Pinene for Alpha-Pinene. */
  labeledAs: string | null
}

export type Substance = SubstanceFields & { key: string; name: string; facts: SubstanceFact[] }

export function describeSubstance({
  description,
  functions,
}: {
  description: string
  functions: readonly SubstanceFunction[]
}): string {
  return description || functions.map((name) => FUNCTIONS[name][1]).join(' ')
}
