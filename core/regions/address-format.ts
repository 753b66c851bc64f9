import type { RegionCode } from './regions.ts'

export type AddressFormat = {
  state: string
  zipCode: string
  /** Accepts lowercase letters and a missing space. */
  zipPattern: RegExp
  zipExample: string
  mobileExample: string
}

export const ADDRESS_FORMATS = {
  US: {
    state: 'State',
    zipCode: 'ZIP Code',
    zipPattern: /^\d{5}(-\d{4})?$/,
    zipExample: '10001',
    mobileExample: '(212) 555-0100',
  },
  CA: {
    state: 'Province',
    zipCode: 'Postal Code',
    zipPattern: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i,
    zipExample: 'K1A 0B1',
    mobileExample: '(416) 555-0100',
  },
  GB: {
    state: 'County',
    zipCode: 'Postcode',
    zipPattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    zipExample: 'SW1A 1AA',
    mobileExample: '07700 900123',
  },
  IN: {
    state: 'State',
    zipCode: 'PIN Code',
    zipPattern: /^[1-9]\d{2} ?\d{3}$/,
    zipExample: '110001',
    mobileExample: '98765 43210',
  },
} as const satisfies Record<RegionCode, AddressFormat>

export function zipCodeError(zipCode: string, region: RegionCode): string | undefined {
  const { zipPattern, zipCode: name, zipExample } = ADDRESS_FORMATS[region]
  if (zipPattern.test(zipCode.trim())) return undefined
  return `Please enter a valid ${name}, such as ${zipExample}`
}
