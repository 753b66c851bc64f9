/** Starts the provider's ID of a refund of what was never charged. */
export const UNCAPTURED = 'uncaptured_'

export const isUncaptured = (providerId: string | null) => providerId?.startsWith(UNCAPTURED) ?? false
