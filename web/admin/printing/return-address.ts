import type { StoreAddress } from '#core/settings/store-settings.ts'

/** In one line. */
export function returnAddress({
  name,
  addressLines: street,
  city,
  region,
  postalCode,
  country,
}: StoreAddress): string {
  const place = [city, [region, postalCode].filter(Boolean).join(' ')]
  return [name, ...street, ...place, country].filter(Boolean).join(', ')
}
