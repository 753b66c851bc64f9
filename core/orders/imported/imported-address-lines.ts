import type { ImportedAddress } from './imported-order.ts'

/** Apart from the schemas, which browsers don’t need. */
export function importedAddressLines(address: ImportedAddress): string[] {
  const { name, address1, address2, city, state, postalCode, country } = address
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [name, address1, address2, place, country].flatMap((line) => line || [])
}
