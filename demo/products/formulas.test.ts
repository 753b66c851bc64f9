import { expect, test } from 'vitest'
import { createSubstanceFinder } from '#core/ingredients/find-substance.ts'
import { describePercentages } from '#core/ingredients/list-check/describe-percentages.ts'
import { parseInciList } from '#core/ingredients/parse-inci.ts'
import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { catalog, families } from './catalog.ts'
import { type DemoFormula, formulas } from './formulas.ts'

const find = createSubstanceFinder(BUILT_IN_SUBSTANCES)

/** The substances of a list, with their percentages. */
const substancesOf = (list: string) =>
  parseInciList(list).entries.map(({ name, percent }) => {
    const substance = find(name)
    if (!substance) throw new Error(`The dictionary has no ${name}`)
    return { ...substance, percent }
  })

const namesOf = (list: string) => new Set(substancesOf(list).map(({ name }) => name))
const colorantsOf = ({ shades, slug }: DemoFormula) => (shades[slug] ?? []).join(', ')
const fullText = (formula: DemoFormula) => [formula.text, colorantsOf(formula)].filter(Boolean).join(', ')

/** Null: isn't an allergen, or its amount is unknown. */
function isNamedAllergen({ leaveOn }: DemoFormula, substance: ReturnType<typeof substancesOf>[number]) {
  const fact = substance.facts.find(({ kind }) => kind === 'fragrance_allergen')
  const threshold = leaveOn ? fact?.leaveOnPercent : fact?.rinseOffPercent
  return threshold == null || substance.percent === null ? null : substance.percent > threshold
}

test('each product with ingredients has a formula, by its family’s lead', () => {
  const members = families.flatMap(({ lead, members }) =>
    members.filter(({ slug }) => slug !== lead.slug).map(({ slug }) => slug),
  )
  const products = catalog.filter(({ slug, ingredients }) => ingredients.length && !members.includes(slug))
  expect(formulas.map(({ slug }) => slug).sort()).toEqual(products.map(({ slug }) => slug).sort())
})

test('each shade has colorants', () => {
  const colored = families.filter(({ options }) => options.includes('shade'))
  const shades = formulas.flatMap((formula) => Object.entries(formula.shades))
  expect(shades.map(([slug]) => slug).sort()).toEqual(
    colored.flatMap(({ members }) => members.map(({ slug }) => slug)).sort(),
  )
  for (const colorant of shades.flatMap(([, colorants]) => colorants))
    expect(find(colorant)?.functions).toContain('colorant')
})

for (const formula of formulas) {
  const { slug, text, heroes, mayContain } = formula
  const product = catalog.find((entry) => entry.slug === slug)
  const substances = substancesOf(text)

  test(`the dictionary has all names of ${slug}, each once`, () => {
    expect(new Set(substances.map(({ name }) => name)).size).toBe(substances.length)
    expect(namesOf(mayContain)).toEqual(
      new Set(Object.values(formula.shades).flatMap((list) => [...namesOf(list.join(', '))])),
    )
  })

  test(`the percentages of ${slug} are in descending order and add up`, () => {
    expect(describePercentages(parseInciList(text).entries)).toEqual([])
    const hasPercentages = substances.every(({ percent }) => percent !== null)
    const total = substances.reduce((sum, { percent }) => sum + (percent ?? 0), 0)
    // Colorants without percentages are the rest.
    expect(total).toBeGreaterThan(hasPercentages && !mayContain ? 99.8 : 75)
  })

  test(`the formula of ${slug} has the ingredients of its product`, () => {
    const names = namesOf(fullText(formula))
    const ingredients = substancesOf(product?.ingredients.join(', ') ?? '')
    expect(ingredients.filter(({ name }) => !names.has(name))).toEqual([])
    expect(ingredients.length).toBeGreaterThan(0)
    // An ingredient that the label doesn't name isn't on the product's list either.
    const traces = substances.filter((substance) => isNamedAllergen(formula, substance) === false)
    for (const { name } of traces)
      expect(ingredients.map((ingredient) => ingredient.name)).not.toContain(name)
  })

  test(`the heroes of ${slug} are in its formula`, () => {
    for (const hero of heroes) {
      expect(namesOf(fullText(formula))).toContain(find(hero.name)?.name)
      expect(hero.reason).toMatch(/\.$/)
    }
  })

  test(`what the texts of ${slug} promise is true of its formula`, () => {
    const family = families.find(({ lead }) => lead.slug === slug)
    const promises = [product, family?.lead, family].flatMap((texts) => [
      ...[texts?.tagline, texts?.description],
      ...(texts && 'benefits' in texts ? [...texts.benefits, ...texts.keywords] : []),
    ])
    const promised = promises.join('\n').toLowerCase()
    const names = substances.map(({ name }) => name)
    const allergens = substances.filter((substance) => isNamedAllergen(formula, substance) !== null)
    const traits = substances.flatMap((substance) => substance.traits)
    if (/fragrance-free|no added (?:perfume|fragrance|scent)/.test(promised)) {
      expect(names).not.toContain('Parfum')
      expect(allergens).toEqual([])
    }
    if (/sul(?:f|ph)ate-free|no sulfates/.test(promised)) expect(traits).not.toContain('sulfate')
    if (/alcohol-free|no ethanol/.test(promised)) expect(traits).not.toContain('drying-alcohol')
    if (/without talc|talc-free/.test(promised)) expect(names).not.toContain('Talc')
    if (/plant alkane/.test(promised)) expect(traits).not.toContain('silicone')
  })
}

test('perfumes have several allergens that the label names', () => {
  const perfumes = formulas.filter(
    ({ slug }) => catalog.find((product) => product.slug === slug)?.category === 'Fragrance',
  )
  expect(perfumes.length).toBeGreaterThan(3)
  for (const perfume of perfumes) {
    const substances = substancesOf(perfume.text)
    expect(substances.map(({ name }) => name)).toContain('Parfum')
    expect(substances.filter((substance) => isNamedAllergen(perfume, substance)).length).toBeGreaterThan(5)
  }
})

test('some products that stay on and some that are rinsed off have allergens below the threshold', () => {
  const withTraces = formulas.filter((formula) =>
    substancesOf(formula.text).some((substance) => isNamedAllergen(formula, substance) === false),
  )
  expect(new Set(withTraces.map(({ leaveOn }) => leaveOn))).toEqual(new Set([true, false]))
})
