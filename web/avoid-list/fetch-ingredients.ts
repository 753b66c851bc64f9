import {
  type AvoidedIngredient,
  type AvoidList,
  mergeLists,
  type ProductIngredients,
} from '#core/customers/avoid-list/avoid-list.ts'

const MAX_IDS = 50

type NamedIngredient = { id: string; inci_name: string }
type ProductResponse = Omit<ProductIngredients, 'mayContain' | 'isComplete'> & {
  may_contain: string[]
  is_complete: boolean
}

export async function fetchProductIngredients(ids: readonly string[]): Promise<ProductIngredients[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, i) =>
    ids.slice(i * MAX_IDS, (i + 1) * MAX_IDS),
  )
  const responses = await Promise.all(
    parts.map((part) => fetchJson<{ data: ProductResponse[] }>(`products/ingredients?ids=${part.join(',')}`)),
  )
  return responses.flatMap(({ data }) =>
    data.map(({ may_contain, is_complete, ...product }) => ({
      ...product,
      mayContain: may_contain,
      isComplete: is_complete,
    })),
  )
}

export async function fetchAccountList(signal: AbortSignal): Promise<AvoidList> {
  type Response = Pick<AvoidList, 'groups'> & { ingredients: NamedIngredient[] }
  const { groups, ingredients } = await fetchJson<Response>('profile/avoid-list', signal)
  return mergeLists([{ groups, ingredients: ingredients.map(toIngredient) }])
}

export type IngredientNames = AvoidedIngredient & { synonyms: string[] }

/** The whole dictionary, so that the store doesn't learn what is typed. */
export async function fetchIngredientNames(): Promise<IngredientNames[]> {
  type Response = { data: (NamedIngredient & { synonyms: string[] })[] }
  const { data } = await fetchJson<Response>('ingredients/names')
  return data.map(({ synonyms, ...ingredient }) => ({ ...toIngredient(ingredient), synonyms }))
}

const toIngredient = ({ id, inci_name }: NamedIngredient): AvoidedIngredient => ({ id, name: inci_name })

async function fetchJson<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  const response = await fetch(`/api/v1/${path}`, signal && { signal })
  if (!response.ok) throw new Error(`Request failed with status ${response.status}`)
  return response.json()
}
