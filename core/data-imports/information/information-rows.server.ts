import { z } from 'zod'
import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { countryOptions } from '#core/compliance/countries.ts'
import { INFORMATION_FIELD_NAMES, personColumn } from '#core/compliance/information-csv.ts'
import { INFORMATION_FIELDS, type InformationFieldName } from '#core/compliance/information-fields.ts'
import { type Field, snakeCase } from '#core/fields/fields.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import type { CellProblem, DataRecord } from '../data-import.ts'
import { lineProblem, problemOf } from '../data-kind.server.ts'
import { type Cells, matchColumns, readCells, requireColumns } from '../reading/data-columns.ts'

/** What a line says, before it is compared with the store. A column that the file lacks is absent. */
export const InformationLine = z.strictObject({
  kind: z.enum(['product', 'family']),
  /** A product's slug. */
  slug: z.string(),
  sku: z.string(),
  change: z.record(z.string(), z.unknown()),
  /** Names of responsible persons by region. Empty: the region's default. */
  persons: z.partialRecord(z.enum(REGION_CODES), z.string()),
})
export type InformationLine = z.infer<typeof InformationLine>

/** As other stores and customs call them. Shopify's inventory export has Handle, SKU, HS Code, and COO. */
const OTHER_HEADINGS: Partial<Record<string, string[]>> = {
  product: ['slug', 'product slug', 'handle'],
  name: ['title'],
  originCountry: ['country of origin', 'coo', 'country/region of origin', 'country code of origin'],
  hsCode: ['hs tariff code', 'harmonized system code', 'hs tariff number', 'commodity code'],
  monthsAfterOpening: ['period after opening', 'pao'],
  productType: ['function'],
  cnfNumber: ['cosmetic notification form number', 'cnf'],
  scpn: ['scpn reference', 'scpn number'],
  fdaListingNumber: ['fda listing', 'product listing number'],
}

const HEADINGS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['product', 'sku', 'family', 'name'].map((name) => [name, [name, ...(OTHER_HEADINGS[name] ?? [])]]),
  ),
  ...Object.fromEntries(
    INFORMATION_FIELD_NAMES.map((name) => [name, [snakeCase(name), ...(OTHER_HEADINGS[name] ?? [])]]),
  ),
  ...Object.fromEntries(REGION_CODES.map((region) => [personColumn(region), [personColumn(region)]])),
}

export function readInformationRows(header: string[]) {
  const columns = matchColumns(header, HEADINGS)
  requireColumns(header, columns, { 'Product, SKU, or Family': ['product', 'sku', 'family'] })
  return async function* readLines(lines: AsyncIterable<CsvLine>): AsyncGenerator<DataRecord> {
    for await (const line of lines) {
      const cells = readCells(columns, line.cells)
      const problem = lineProblem(line, header)
      const { product = '', sku = '', family = '', name = '' } = cells
      const key = product || sku ? sku || product : family && `family ${family}`
      const record = { line: line.line, key, name }
      yield problem ? { ...record, problems: [problem] } : { ...record, ...readLine(cells) }
    }
  }
}

type LineData = { problems: CellProblem[]; data?: InformationLine }

function readLine(cells: Cells<string>): LineData {
  const { product: slug = '', sku = '', family = '' } = cells
  const problems: CellProblem[] = []
  if (!slug && !sku && !family)
    problems.push(problemOf('', '', 'Name a product by its slug or SKU, or a family by its slug.'))
  if ((slug || sku) && family)
    problems.push(
      problemOf('family', family, 'A line is about a product or about a family. Empty one of the two.'),
    )
  const change: Record<string, unknown> = {}
  for (const name of INFORMATION_FIELD_NAMES) {
    const text = cells[name]
    if (text === undefined) continue
    const parsed = parseCell(name, text)
    if ('error' in parsed) problems.push(problemOf(snakeCase(name), text, parsed.error))
    else change[name] = parsed.value
  }
  const persons = REGION_CODES.flatMap((region) => {
    const text = cells[personColumn(region)]
    return text === undefined ? [] : [[region, text]]
  })
  if (problems.length) return { problems }
  const kind = family ? 'family' : 'product'
  return { problems, data: { kind, slug: family || slug, sku, change, persons: Object.fromEntries(persons) } }
}

const countries = new Map(countryOptions().map(([code, name]) => [name.toLowerCase(), code]))

/** A country can have its English name. An empty cell clears the field. */
function parseCell(name: InformationFieldName, text: string): { value: unknown } | { error: string } {
  const { parse, empty }: Field = INFORMATION_FIELDS[name]
  if (!text) return { value: empty }
  return parse((name === 'originCountry' && countries.get(text.toLowerCase())) || text)
}
