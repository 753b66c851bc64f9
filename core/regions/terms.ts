import { DEFAULT_STORE_SETTINGS, type StoreSettings } from '../settings/store-settings.ts'
import { REGION_CODES, REGIONS, type Region, type RegionCode } from './regions.ts'

/** What pages state about the store's settings, whatever the region. */
export type Terms = {
  /** The regions that are on. */
  regions: RegionCode[]
  lowStock: number
  returnDays: number
  /** Whether shoppers see the store. */
  isOpen: boolean
  /** Whether the store sells gift cards. */
  sellsGiftCards: boolean
  /** Whether shoppers can ask for a reminder of their checkout. */
  offersReminders: boolean
}

export function buildTerms({
  regions,
  lowStock,
  returnDays,
  opening,
  giftCards,
  checkoutReminders,
}: StoreSettings): Terms {
  return {
    regions: REGION_CODES.filter((code) => regions[code].enabled),
    lowStock,
    returnDays,
    isOpen: opening.visibility === 'open',
    sellsGiftCards: giftCards.enabled,
    offersReminders: checkoutReminders.enabled,
  }
}

export function buildRegion(
  { shipping, tax, regions, lowestPrices, giftWrap }: StoreSettings,
  code: RegionCode,
): Region {
  return {
    ...REGIONS[code],
    rate: regions[code].rate,
    taxRate: tax[code].rate,
    taxIncluded: tax[code].included,
    shippingTaxed: tax[code].shippingTaxed,
    shippingFee: shipping.fee,
    freeShippingAbove: shipping.freeAbove,
    deliveryDays: shipping.deliveryDays[code],
    showsLowestPrice: lowestPrices[code],
    giftWrap: giftWrap.enabled ? giftWrap.price : null,
  }
}

export const DEFAULT_TERMS: Terms = buildTerms(DEFAULT_STORE_SETTINGS)

/** Each region in a store whose settings nobody has changed. */
export const DEFAULT_REGIONS: Record<RegionCode, Region> = {
  US: buildRegion(DEFAULT_STORE_SETTINGS, 'US'),
  CA: buildRegion(DEFAULT_STORE_SETTINGS, 'CA'),
  GB: buildRegion(DEFAULT_STORE_SETTINGS, 'GB'),
  IN: buildRegion(DEFAULT_STORE_SETTINGS, 'IN'),
}
