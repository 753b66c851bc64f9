type SizeFields = { sizeQuantity: number | null; sizeUnit: 'ml' | 'g' | null }

/** Reads `30 ml`. Empty text is no size. */
export function parseSize(text: string): SizeFields | { error: string } {
  if (!text) return { sizeQuantity: null, sizeUnit: null }
  const [, quantity, unit] = /^([0-9]{1,5}(?:\.[0-9]{1,2})?)\s*(ml|g)$/i.exec(text) ?? []
  if (!quantity) return { error: 'Enter a size such as 30 ml or 3.5 g.' }
  return { sizeQuantity: Number(quantity), sizeUnit: unit?.toLowerCase() === 'ml' ? 'ml' : 'g' }
}

export function formatSize({ sizeQuantity, sizeUnit }: SizeFields): string {
  return sizeQuantity && sizeUnit ? `${sizeQuantity} ${sizeUnit}` : ''
}
