import type { StoreDetails } from '#core/settings/store-settings.ts'
import type { TableRow } from './insert-rows.ts'

const STORE_DETAILS: StoreDetails = {
  name: 'Eternal Beauty',
  addressLines: ['214 Orchard Street', 'Studio 3'],
  city: 'Portland',
  region: 'OR',
  postalCode: '97205',
  country: 'United States',
  taxNumber: 'EIN 00-1234567',
  email: '',
  phone: '',
}

export function storeDetailsRow(now: number): TableRow {
  return { key: 'store', value: STORE_DETAILS, version: 1, updated_at: new Date(now), updated_by: null }
}
