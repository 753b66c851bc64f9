/** What a brand brings from its former store besides products, or keeps in tables. */
export const DATA_IMPORT_KINDS = ['customers', 'offers', 'orders', 'product-information', 'formulas'] as const
export type DataImportKind = (typeof DATA_IMPORT_KINDS)[number]

export const DATA_IMPORT_STATES = ['checked', 'running', 'done'] as const

export const DATA_ROW_KINDS = ['invalid', 'new', 'changed', 'unchanged'] as const
export type DataRowKind = (typeof DATA_ROW_KINDS)[number]

export type DataImportOptions = {
  /** Whether customers who agreed to receive marketing emails in the former store are subscribed to the newsletter. */
  subscribe?: boolean
}

/** A cell that can't be imported, with its text. */
export type CellProblem = { column: string; value: string; problem: string }

/** A line of a file, or the lines of one order. */
export type DataRecord = {
  line: number
  /** By which the store recognizes it: an email address, a code, an order's number, or a slug. */
  key: string
  name: string
  /** Of the person that it is about. */
  email?: string | undefined
  /** Undefined if there are problems. */
  data?: object
  problems: CellProblem[]
}

/** A name of something and what it will be. */
export type RowDetail = [label: string, text: string]

export type CheckedRecord = Omit<DataRecord, 'data'> & {
  kind: DataRowKind
  data: object | null
  details: RowDetail[]
}

export const MAX_DATA_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_DATA_IMPORT_ROWS = 50_000

export const readDataImportOptions = (fields: Record<string, string>): DataImportOptions => ({
  subscribe: fields.subscribe === 'yes',
})
