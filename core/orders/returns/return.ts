export const RETURN_STATES = ['requested', 'received', 'inspected', 'closed', 'declined'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

export const OPEN_RETURN_STATES = ['requested', 'received', 'inspected'] as const satisfies ReturnState[]

export const isOpenReturn = ({ state }: { state: ReturnState }) =>
  OPEN_RETURN_STATES.some((open) => open === state)

/** What the customer gets for what they return. */
export const RESOLUTIONS = ['refund', 'store_credit', 'exchange'] as const
export type Resolution = (typeof RESOLUTIONS)[number]
