export const IMPORT_ROW_KINDS = ['invalid', 'new', 'changed', 'unchanged'] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]

/** A cell that can't be imported, with its text. */
export type ImportProblem = { column: string; value: string; problem: string }

/** What a file can say about selling a product that the store does in another way. */
export const IMPORT_DIFFERENCES = [
  'oversold',
  'untracked',
  'uncounted',
  'untaxed',
  'taxCode',
  'downloads',
] as const
export type ImportDifference = (typeof IMPORT_DIFFERENCES)[number]

/** A file that can't be read has `failed`. */
export const IMPORT_STATES = ['checking', 'failed', 'checked', 'running', 'done'] as const

/** A check found the `invalid` ones. Nothing fetches them. */
export const IMPORT_PICTURE_STATES = ['pending', 'done', 'failed', 'invalid'] as const
export type ImportPictureState = (typeof IMPORT_PICTURE_STATES)[number]

export type ImportPictureCounts = Record<ImportPictureState, number>

export const IMPORT_FORMATS = ['ours', 'shopify', 'woocommerce', 'pictures'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export type ImportOptions = {
  /** Whether to overwrite the stock of existing products. New products always get theirs. */
  takeStock: boolean
  /** For rows with an unknown category. */
  category: string | null
  /** Whether to create the categories that rows name and the store doesn't have. */
  createCategories?: boolean
  /** Whether to fetch the pictures that rows name. */
  fetchPictures?: boolean
}

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_ROWS = 50_000

export function readImportOptions(fields: Record<string, string>): ImportOptions {
  return {
    takeStock: fields.take_stock === 'yes',
    category: fields.category?.trim() || null,
    createCategories: fields.create_categories === 'yes',
    fetchPictures: fields.fetch_pictures === 'yes',
  }
}

/** Where the file is stored until the import is started. */
export const importPath = (id: string) => `imports/${id}.csv`
