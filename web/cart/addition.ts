import type { RegionCode } from '#core/regions/regions.ts'

/** A product that was added to the cart; `title` is the notification's. */
export type Addition = { productId: string; name: string; region: RegionCode; title: string }

export const ADDED_MESSAGE = 'The item is added successfully to the cart'
