import { COLOR_GROUPS, type ColorGroup, type ListingOptions } from '#core/catalog/listings/listing.ts'
import { splitNames } from '#core/ingredients/formulas/split-names.ts'
import type { Region } from '#core/regions/regions.ts'
import { type PriceBand, priceBands } from '#core/search/price-bands.ts'
import { priceBandLabel } from './price-band-label.ts'

/** Each option is a link, so that a filter can be shared and works without scripts. A chosen one leads back. */
export type FilterOption = { label: string; to: string; isCurrent: boolean; color?: string }
export type FilterGroup = { name: string; options: FilterOption[] }

/** Prices are minor units of the shopper's currency. */
export type ListFilter = {
  colorGroup?: ColorGroup
  size?: string
  minPrice?: number
  maxPrice?: number
  availability?: 'in_stock' | 'any'
  /** Names of ingredients or groups, separated by commas. */
  with?: string
  without?: string
}

/** `isChosen`: the value takes the choice back. */
export type Choice = { label: string; value: ListFilter; color?: string; isChosen?: boolean }

/** Options for a list, by what its products have in common. */
export function filterGroups<Query extends ListFilter>(
  query: Query,
  toUrl: (query: Query) => string,
  groups: Record<string, Choice[]>,
): FilterGroup[] {
  return Object.entries(groups).flatMap(([name, choices]) => {
    const options = choices.map(({ value, isChosen, ...choice }) => {
      const keys = Object.keys(value) as (keyof ListFilter)[]
      const isCurrent = isChosen ?? keys.every((key) => query[key] === value[key])
      const change =
        isCurrent && isChosen === undefined ? Object.fromEntries(keys.map((key) => [key, undefined])) : value
      return { ...choice, isCurrent, to: toUrl({ ...query, ...change }) }
    })
    const isUseful =
      options.length > 1 || name === 'Availability' || options.some(({ isCurrent }) => isCurrent)
    return isUseful ? [{ name, options }] : []
  })
}

export function optionChoices({ colorGroup, size }: ListFilter, { colors, sizes }: ListingOptions) {
  const withChosen = <Value>(values: Value[], chosen: Value | undefined) =>
    chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
  return {
    Color: withChosen(colors, colorGroup).map(
      (group): Choice => ({
        label: group.charAt(0).toUpperCase() + group.slice(1),
        value: { colorGroup: group },
        color: SWATCHES[group],
      }),
    ),
    Size: withChosen(sizes, size).map((name): Choice => ({ label: name, value: { size: name } })),
  }
}

export function priceChoices({ minPrice, maxPrice }: ListFilter, region: Region): Choice[] {
  const bands = priceBands(region)
  const toChoice = (band: PriceBand): Choice => ({
    label: priceBandLabel(band, region),
    value: { minPrice: band.min || undefined, maxPrice: band.max ?? undefined },
  })
  const choices = bands.map(toChoice)
  const isBand = choices.some(({ value }) => value.minPrice === minPrice && value.maxPrice === maxPrice)
  const isChosen = minPrice !== undefined || maxPrice !== undefined
  return isChosen && !isBand ? [...choices, toChoice({ min: minPrice ?? 0, max: maxPrice ?? null })] : choices
}

/** Ignores invalid parameters: a URL may be truncated or out of date. */
export function readListFilter(params: URLSearchParams): ListFilter {
  const [minPrice, maxPrice] = [readPrice(params.get('min_price')), readPrice(params.get('max_price'))]
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
  return {
    colorGroup: COLOR_GROUPS.find((group) => group === params.get('color')),
    size: /^[0-9.]{1,10} [a-z]{1,10}$/.exec(params.get('size') ?? '')?.[0],
    minPrice: isReversed ? undefined : minPrice,
    maxPrice: isReversed ? undefined : maxPrice,
    availability: (['in_stock', 'any'] as const).find((name) => name === params.get('availability')),
    with: splitNames(params.get('with')).join() || undefined,
    without: splitNames(params.get('without')).join() || undefined,
  }
}

export function listFilterParams({
  colorGroup,
  size,
  minPrice,
  maxPrice,
  availability,
  ...names
}: ListFilter) {
  const params = {
    with: names.with,
    without: names.without,
    color: colorGroup,
    size,
    min_price: minPrice === undefined ? undefined : String(minPrice / 100),
    max_price: maxPrice === undefined ? undefined : String(maxPrice / 100),
    availability,
  }
  return Object.entries(params).filter((param): param is [string, string] => param[1] !== undefined)
}

function readPrice(text: string | null): number | undefined {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

/** A typical color of each group. The name beside it says which. */
const SWATCHES: Record<ColorGroup, string> = {
  red: '#a3202f',
  pink: '#e3a0b0',
  coral: '#e2785c',
  berry: '#6e1f3f',
  nude: '#cda18a',
  brown: '#6f4a35',
  gold: '#c9a24b',
  green: '#6f8464',
  blue: '#5b7690',
  purple: '#7d668f',
  gray: '#9a958f',
  black: '#1c1a19',
  white: '#f7f3ec',
}
