/** Substances by ID. */
export type IngredientFilter = {
  /** A product has at least one of each list. */
  with: string[][]
  /** And none of these, not even as a trace. Products of which not all ingredients are known don't match. */
  without: string[]
}
