import { addressProblems, ShippingAddress } from '#core/orders/shipping-address.ts'
import type { RegionCode } from '#core/regions/regions.ts'

/** What a wallet tells about its owner. Parts may be missing. */
export type WalletDetails = {
  name: string
  email: string
  phone: string
  address: { line1: string; line2: string; city: string; state: string; postalCode: string }
}

/** Under the same rules as the checkout form. Wallets have one field for the name, and some countries have no states. */
export function toShippingAddress(
  { name, email, phone, address }: WalletDetails,
  region: RegionCode,
): { address: ShippingAddress } | { fields: Record<string, string> } {
  const words = name.trim().split(/\s+/)
  const { city, state, postalCode } = address
  const parsed = ShippingAddress.safeParse({
    email,
    firstName: words.slice(0, -1).join(' ') || words.join(' '),
    lastName: words.length > 1 ? words.at(-1) : '',
    address: [address.line1.trim(), address.line2.trim()].filter(Boolean).join(', '),
    city,
    state: state.trim() || city,
    zipCode: postalCode,
    mobileNumber: phone,
  })
  const fields = {
    ...addressProblems({ zipCode: postalCode }, region),
    ...(parsed.success ? {} : firstProblems(parsed.error.issues)),
  }
  return parsed.success && !Object.keys(fields).length ? { address: parsed.data } : { fields }
}

function firstProblems(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed())
}
