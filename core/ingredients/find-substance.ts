import { normalizeInci } from './normalize-inci.ts'

type Named = { name: string; synonyms: readonly string[] }

/** Finds a substance by its INCI name or a synonym. */
export function createSubstanceFinder<Entry extends Named>(
  substances: readonly Entry[],
): (name: string) => Entry | undefined {
  return createNameFinder(
    new Map(
      substances.flatMap((substance) =>
        [substance.name, ...substance.synonyms].map((name) => [normalizeInci(name), substance] as const),
      ),
    ),
  )
}

/** `byName` has normalized names. */
export function createNameFinder<Entry>(
  byName: ReadonlyMap<string, Entry>,
): (name: string) => Entry | undefined {
  return (name) => {
    const normalized = normalizeInci(name)
    const match = byName.get(normalized)
    if (match) return match
    // Labels list several names of one substance: Aqua/Water/Eau.
    const [first, ...others] = normalized.split('/').map((part) => byName.get(part))
    return others.length && others.every((other) => other === first) ? first : undefined
  }
}
