/** From which batches an order's item leaves, the one to take first being the first. */
export type ItemBatches = {
  productId: string
  assigned: AssignedBatch[]
  /** Taken from stock, but no batch that can be sent has them. */
  lacking: number
}

export type AssignedBatch = {
  id: string
  /** Null for units without a batch number. */
  number: string | null
  expiresOn: string | null
  quantity: number
  /** Units that came back after they were shipped. */
  returned: number
  isRecalled: boolean
}

/** `A12, expires 2027-06-30`. */
export function batchText({ number, expiresOn }: Pick<AssignedBatch, 'number' | 'expiresOn'>): string {
  if (number === null) return 'No batch number'
  return expiresOn ? `${number}, expires ${expiresOn}` : number
}
