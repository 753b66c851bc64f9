import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import {
  type AvoidList,
  EMPTY_AVOID_LIST,
  MAX_AVOIDED_INGREDIENTS,
  mergeLists,
} from '#core/customers/avoid-list/avoid-list.ts'
import { createSubstanceFinder } from '#core/ingredients/find-substance.ts'
import { parseInciList } from '#core/ingredients/parse-inci.ts'
import { FormStateProvider } from '#web/ui/fields/form-state.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'
import { AvoidListFields, readCheckedItems } from './avoid-list-fields.tsx'
import { onBrowserListChange, readBrowserList, saveBrowserList } from './browser-list.ts'
import { fetchIngredientNames } from './fetch-ingredients.ts'

/** Null until scripts have read it. */
export function useBrowserList(): AvoidList | null {
  const [list, setList] = useState<AvoidList | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const read = () => setList(readBrowserList())
    onBrowserListChange(read, controller.signal)
    read()
    return () => controller.abort()
  }, [])
  return list
}

/** The form never leaves the browser. */
export function BrowserAvoidList({ list, children }: { list: AvoidList | null; children?: ReactNode }) {
  const showToast = useToast()
  const [saves, setSaves] = useState(0)
  const [error, setError] = useState<{ names: string; values: Record<string, string> }>()
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const problem = await saveForm(form, list)
    setError(problem ? { names: problem, values: textsOf(form) } : undefined)
    if (problem) return
    setSaves((count) => count + 1)
    showToast({ title: 'Your list is saved in this browser' })
  }
  return (
    <FormStateProvider value={error ? { fields: { names: error.names }, values: error.values } : {}}>
      <form noValidate onSubmit={save} aria-label="Ingredients I avoid">
        <fieldset disabled={!list} className="space-y-10">
          <AvoidListFields list={list ?? EMPTY_AVOID_LIST} saves={saves} />
          <SubmitButton>Save in this browser</SubmitButton>
        </fieldset>
      </form>
      <noscript>
        <p className="mt-8">This list is stored by your browser, which needs JavaScript for it.</p>
      </noscript>
      {children}
    </FormStateProvider>
  )
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
}

/** Returns what is wrong. */
async function saveForm(form: FormData, before: AvoidList | null): Promise<string | undefined> {
  const { groups, ingredients: checked } = readCheckedItems(form)
  const typed = parseInciList(String(form.get('names') ?? '')).entries.map(({ name }) => name)
  try {
    const find = createSubstanceFinder(typed.length ? await fetchIngredientNames() : [])
    const unknown = typed.find((name) => !find(name))
    if (unknown)
      return `We don’t know an ingredient “${unknown.slice(0, 60)}”. Choose one of the suggestions.`
    const added = typed.flatMap((name) => find(name) ?? []).map(({ id, name }) => ({ id, name }))
    const remaining = before?.ingredients.filter(({ id }) => checked.includes(id)) ?? []
    const list = mergeLists([{ groups, ingredients: [...remaining, ...added] }])
    if (list.ingredients.length > MAX_AVOIDED_INGREDIENTS)
      return `A list can have at most ${MAX_AVOIDED_INGREDIENTS} ingredients.`
    saveBrowserList(list)
    void import('./avoid-notes.ts').then(({ defineAvoidNotes }) => defineAvoidNotes())
    return undefined
  } catch {
    return 'Your list couldn’t be saved. Please try again.'
  }
}
