/** Of a product, or of all products of a family. */
export type FormulaOwner = { productId: string } | { familyId: string }

export type FormulaLine = {
  name: string
  percent: number | null
  isNano: boolean
  mayContain: boolean
  /** The products of the family that have it, of a colorant that not all have. Empty if any may have it. */
  productIds: string[]
}

/** An ingredient that the page points out, and why it is there. */
export type Hero = { name: string; note: string }

export type FormulaDraft = {
  leaveOn: boolean
  lines: FormulaLine[]
  heroes: Hero[]
  /** Null: from now on. */
  validFrom: Date | null
  /** The latest version that the draft is based on. An edit of an older one is refused. */
  version?: number | undefined
}

export const MAX_FORMULA_LINES = 500
export const MAX_HEROES = 3
export const MAX_HERO_NOTE = 120

/** As it is pasted and edited. */
export function formatLines(lines: readonly Omit<FormulaLine, 'productIds' | 'mayContain'>[]): string {
  return lines
    .map(
      ({ name, percent, isNano }) =>
        `${name}${isNano ? ' (nano)' : ''}${percent === null ? '' : ` ${percent}%`}`,
    )
    .join(', ')
}
