export const MAX_PRINTED_ORDERS = 200
