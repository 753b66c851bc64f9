import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { createNameFinder } from '#core/ingredients/find-substance.ts'
import { readKnownNames } from '#core/ingredients/known-names.server.ts'
import { createNameSuggester } from '#core/ingredients/list-check/suggest-name.ts'
import { parseInciList } from '#core/ingredients/parse-inci.ts'
import { query } from '#db/sql.ts'

const IngredientNames = z.strictObject({ id: z.string(), name: z.string(), synonyms: z.array(z.string()) })
export type IngredientNames = z.infer<typeof IngredientNames>

/** More would be too much for a browser. A dictionary has about a thousand. */
const MAX_NAMES = 10_000

/** All names of the dictionary, so that a browser can suggest them without telling the store what is typed. */
export async function listIngredientNames({ db, reads = db }: Context): Promise<IngredientNames[]> {
  return query(reads, IngredientNames)`
    select id, name, array(select jsonb_array_elements_text(fields -> 'synonyms')) as synonyms
    from substances order by lower(name), id limit ${MAX_NAMES}`
}

export type TypedNames = { ids: string[]; problem: string | undefined }

/** Names that a customer typed, separated by commas. */
export async function findTypedNames({ db }: Context, text: string): Promise<TypedNames> {
  const typed = parseInciList(text).entries.map(({ name }) => name)
  if (!typed.length) return { ids: [], problem: undefined }
  const byName = await readKnownNames(db)
  const find = createNameFinder(byName)
  const unknown = typed.find((name) => !find(name))
  if (!unknown) return { ids: typed.flatMap((name) => find(name)?.id ?? []), problem: undefined }
  const suggestion = byName.get(createNameSuggester([...byName.keys()])(unknown)?.name ?? '')?.name
  return { ids: [], problem: unknownName(unknown, suggestion) }
}

function unknownName(name: string, suggestion: string | undefined): string {
  const question = suggestion ? ` Did you mean ${suggestion}?` : ''
  return `We don’t know an ingredient “${name.slice(0, 60)}”.${question}`
}
