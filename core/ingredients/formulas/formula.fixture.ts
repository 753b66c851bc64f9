import { parseInciList } from '../parse-inci.ts'
import { BUILT_IN_SUBSTANCES } from '../substances/built-in-substances.ts'
import type { FormulaDraft } from './formula.ts'

/** Enough of the dictionary for formulas in tests. */
export const TEST_DICTIONARY = BUILT_IN_SUBSTANCES.filter(
  ({ name, facts }) =>
    facts.length ||
    [
      ...[
        'Aqua',
        'Glycerin',
        'Niacinamide',
        'Parfum',
        'Dimethicone',
        'Methylparaben',
        'Sodium Laureth Sulfate',
      ],
      ...[
        'Alcohol Denat.',
        'Paraffinum Liquidum',
        'Cera Alba',
        'Panthenol',
        'CI 77491',
        'CI 77492',
        'Titanium Dioxide',
      ],
    ].includes(name),
)

export function formulaOf(text: string, overrides: Partial<FormulaDraft> = {}): FormulaDraft {
  return {
    leaveOn: true,
    lines: parseInciList(text).entries.map(({ name, percent, isNano, mayContain }) => ({
      ...{ name, percent, isNano, mayContain, productIds: [] },
    })),
    heroes: [],
    validFrom: null,
    ...overrides,
  }
}
