import { useRef, useState } from 'react'
import { SuggestionField } from '#web/ui/fields/suggestion-field.tsx'
import { fetchIngredientNames, type IngredientNames } from './fetch-ingredients.ts'

const MAX_SUGGESTIONS = 12

/** Suggests names for the last one that is typed. Without scripts or a connection, it is a plain field. */
export function IngredientField() {
  const [suggestions, setSuggestions] = useState<readonly (readonly [string, string])[]>([])
  const names = useRef<Promise<IngredientNames[]>>(null)
  async function suggest(text: string): Promise<void> {
    names.current ??= fetchIngredientNames()
    const known = await names.current.catch(() => {
      names.current = null
      return []
    })
    setSuggestions(matchNames(known, text))
  }
  return (
    <SuggestionField
      name="names"
      label="Add ingredients"
      hint="INCI or common names, separated by commas, such as Linalool, lanolin. To remove one, clear its box."
      autoComplete="off"
      maxLength={1000}
      suggestions={suggestions}
      onInput={({ currentTarget }) => void suggest(currentTarget.value)}
    />
  )
}

function matchNames(known: readonly IngredientNames[], text: string): (readonly [string, string])[] {
  const [, before = '', typed = ''] = /^(.*[,;]\s*)?([^,;]*)$/s.exec(text) ?? []
  const search = typed.trim().toLowerCase()
  if (search.length < 2) return []
  const matches = known.filter(({ name, synonyms }) =>
    [name, ...synonyms].some((each) => each.toLowerCase().includes(search)),
  )
  const startsWith = ({ name }: IngredientNames) => name.toLowerCase().startsWith(search)
  return [...matches.filter(startsWith), ...matches.filter((each) => !startsWith(each))]
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name, synonyms }) => [before + name, synonyms.slice(0, 2).join(', ') || name])
}
