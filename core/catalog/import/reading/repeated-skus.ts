import { type ImportFileRow, previewCell } from '../product-csv.ts'

const MAX_NAMED = 8

/** In other stores, several products can have one SKU. Here the first of them has it. */
export function createSkuFilter() {
  const skus = new Set<string>()
  const repeated: string[] = []

  /** Without a repeated SKU. A product that is in the store already keeps the one that it has there. */
  function filter(row: ImportFileRow): ImportFileRow {
    const { sku = '', ...cells } = row.cells
    const value = sku.trim()
    if (!value || row.lineError) return row
    if (!skus.has(value)) {
      skus.add(value)
      return row
    }
    repeated.push(`“${previewCell(value)}” on line ${row.line}`)
    return { ...row, cells }
  }

  return { filter, notes: () => (repeated.length ? [repeatedNote(repeated)] : []) }
}

function repeatedNote(places: string[]): string {
  const more = places.length - MAX_NAMED
  const named = places.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `${places.length === 1 ? '1 product has' : `${places.length.toLocaleString('en-US')} products have`} the SKU of an earlier line: ${named}. Each SKU belongs to one product, so only the first one gets it.`
}
