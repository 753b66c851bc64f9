type Amounts = { subtotal: number; discount: number; shipping: number; tax: number; total: number }

/**
 * Shopify's subtotal is after discounts, ours is before them, and neither export says whether prices included tax. The reading
 * that adds up to the total is taken. If none does, the amounts stay as the file has them.
 */
export function balanceAmounts({ subtotal, discount, shipping, tax, total }: Amounts): {
  subtotal: number
  taxIncluded: boolean
} {
  const readings = [subtotal, subtotal + discount].flatMap((before) =>
    [false, true].map((taxIncluded) => ({ subtotal: before, taxIncluded })),
  )
  const balanced = readings.find(
    (reading) => reading.subtotal - discount + shipping + (reading.taxIncluded ? 0 : tax) === total,
  )
  return balanced ?? { subtotal, taxIncluded: false }
}
