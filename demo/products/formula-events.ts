import { derivedId } from '#core/ids.ts'
import type { FormulaOwner } from '#core/ingredients/formulas/formula.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { editSubstance } from '#core/ingredients/manage-substances.server.ts'
import { parseInciList } from '#core/ingredients/parse-inci.ts'
import type { Origin } from '#core/ingredients/substance.ts'
import { substanceKey } from '#core/ingredients/substances/build-substances.ts'
import { adminContext, lookUp, type SeedEvent, type SeedStore } from '../seed-store.ts'
import { families } from './catalog.ts'
import { type DemoFormula, formulas } from './formulas.ts'

/** What the demo's suppliers say about substances that several sources supply. */
const SUPPLIED: Partial<Record<Origin, string>> = {
  plant: `Squalane; Caprylic/Capric Triglyceride; Octyldodecanol; Glycerin; Cetearyl Olivate; Sorbitan Olivate; Cetyl Alcohol;
    Cetearyl Alcohol; Cetyl Esters; Stearic Acid; Glyceryl Stearate; Glyceryl Oleate; Sodium Stearoyl Glutamate;
    Magnesium Stearate; C15-19 Alkane; Polyglyceryl-4 Isostearate; Polyglyceryl-10 Laurate; Lauroyl Lysine;
    Octyldodecyl Stearoyl Stearate; Ethylhexyl Palmitate; Behentrimonium Methosulfate; Behentrimonium Chloride;
    Brassicamidopropyl Dimethylamine; Disteardimonium Hectorite`,
  biotechnological: 'Sodium Hyaluronate; Lactic Acid; Ceramide NP; Sodium PCA',
  synthetic: 'Allantoin; Parfum; Aroma',
}

/** In milliseconds. A family's products are grouped a minute after they are created. */
const FORMULA_DELAY = 120_000

/** Before the products, so that their statements need no second computation. */
export function supplierEvents(at: number): SeedEvent[] {
  return Object.entries(SUPPLIED).flatMap(([origin, names]) =>
    names.split(';').map((name) => ({
      at,
      async run(store: SeedStore) {
        const id = derivedId('ingredient', substanceKey(name.trim()))
        await editSubstance(adminContext(store, at), id, { origins: [origin as Origin] })
      },
    })),
  )
}

export function formulaEvents(createdAt: (slug: string) => number): SeedEvent[] {
  return formulas.map((formula) => {
    const at = createdAt(formula.slug) + FORMULA_DELAY
    return {
      at,
      async run(store) {
        const family = families.find(({ lead }) => lead.slug === formula.slug)
        const owner: FormulaOwner = family
          ? { familyId: lookUp(store.familyIds, family.slug) }
          : { productId: lookUp(store.productIds, formula.slug) }
        await saveFormula(adminContext(store, at), owner, toDraft(store, formula))
      },
    }
  })
}

function toDraft(store: SeedStore, { text, mayContain, shades, leaveOn, heroes }: DemoFormula) {
  const { entries } = parseInciList(mayContain ? `${text}, May contain: ${mayContain}` : text)
  const productsWith = (colorant: string) =>
    Object.entries(shades).flatMap(([slug, names]) =>
      names.includes(colorant) ? lookUp(store.productIds, slug) : [],
    )
  return {
    leaveOn,
    lines: entries.map(({ name, percent, isNano, mayContain: isOptional }) => ({
      ...{ name, percent, isNano, mayContain: isOptional },
      productIds: isOptional ? productsWith(name) : [],
    })),
    heroes: heroes.map(({ name, reason }) => ({ name, note: reason })),
    validFrom: null,
  }
}
