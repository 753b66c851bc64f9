import { CATEGORIES, type Category } from '../product.ts'

/** What one row of a file is to the shop: a product it has not, one that it changes, one that it leaves, or a mistake. */
export const IMPORT_ROW_KINDS = ['bad', 'new', 'changed', 'same'] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]

/** What is wrong in a cell, and how to mend it. */
export type ImportProblem = { column: string; said: string; wrong: string }

/** Read and judged, being taken in, and taken in but for its bad rows. */
export const IMPORT_STATES = ['checked', 'running', 'done'] as const

export type ImportFormat = 'ours' | 'shopify'

export type ProductImport = {
  id: string
  name: string
  format: ImportFormat
  encoding: string
  state: (typeof IMPORT_STATES)[number]
  notes: string[]
  rows: number
  created: number
  changed: number
  same: number
  bad: number
  /** How many of the new and changed ones are in the shop by now. */
  taken: number
  by: string | null
  createdAt: Date
  startedAt: Date | null
  doneAt: Date | null
}

export type ImportRow = {
  line: number
  kind: ImportRowKind
  slug: string
  name: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  stockChange: number
  problems: ImportProblem[]
}

export type ImportOptions = {
  /** Whether products that the shop has already are counted anew; new ones are always stocked. */
  takeStock: boolean
  /** The category of what names none of ours. */
  category: Category | null
}

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_ROWS = 50_000

export function readImportOptions(fields: Record<string, string>): ImportOptions {
  return {
    takeStock: fields.take_stock === 'yes',
    category: CATEGORIES.find((name) => name === fields.category) ?? null,
  }
}
