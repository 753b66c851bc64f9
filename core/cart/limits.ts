/** Limits hoarding. */
export const MAX_ITEM_QUANTITY = 20
export const MAX_CART_LINES = 100
export const QUANTITY_LIMIT_MESSAGE = `You can order up to ${MAX_ITEM_QUANTITY} of each product.`
export const CART_LIMIT_MESSAGE = `A cart can hold at most ${MAX_CART_LINES} products.`
