import { REGIONS, type RegionCode } from './regions.ts'

/** The country as it reads inside a sentence: 'the United States', but 'Canada'. */
export function countryWithArticle(region: RegionCode): string {
  const { country } = REGIONS[region]
  return country.startsWith('United') ? `the ${country}` : country
}
