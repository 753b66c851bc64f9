import { isRegionCode, REGIONS, type RegionCode } from '../regions/regions.ts'

type PostalAddress = {
  firstName?: string
  lastName?: string
  address?: string
  city?: string
  state?: string
  zipCode?: string
  country?: string
}

/** The lines of an address, without what is missing. Addresses from before countries were stored have none. */
export function addressLines(to: PostalAddress, region?: RegionCode): string[] {
  const stateAndCode = [to.state, to.zipCode].filter(Boolean).join(' ')
  const country = to.country && isRegionCode(to.country) ? REGIONS[to.country].country : to.country
  return [
    [to.firstName, to.lastName].filter(Boolean).join(' '),
    to.address ?? '',
    [to.city, stateAndCode].filter(Boolean).join(', '),
    country ?? (region ? REGIONS[region].country : ''),
  ].filter(Boolean)
}

export function formatAddress(to: PostalAddress): string {
  return addressLines(to).join(', ')
}
