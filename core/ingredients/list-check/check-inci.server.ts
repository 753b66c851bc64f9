import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { createNameFinder } from '../find-substance.ts'
import type { InciEntry } from '../inci-entry.ts'
import { readKnownNames } from '../known-names.server.ts'
import { type InciList, MAX_INCI_NAMES, MAX_INCI_TEXT, parseInciList } from '../parse-inci.ts'
import { listSubstancesById, type StoredSubstance } from '../substances.server.ts'
import { describePercentages } from './describe-percentages.ts'
import { createNameSuggester } from './suggest-name.ts'

type Suggestion = { id: string; name: string; lookAlikes: string[] }

/** A substance is null if the dictionary doesn't have the name. */
export type CheckedEntry = InciEntry & {
  /** In the list, from 1. */
  position: number
  substance: StoredSubstance | null
  suggestion: Suggestion | null
}

export type InciCheck = Pick<InciList, 'footnotes'> & {
  entries: CheckedEntry[]
  /** Of percentages that can't be right. */
  warnings: string[]
}

/** Compares an ingredient list with the dictionary. Stores nothing. */
export async function checkInciList({ db, actor }: Context, text: string): Promise<InciCheck> {
  requirePermission(actor, 'products.view')
  const { entries, footnotes } = readList(text)
  const byName = await readKnownNames(db)
  const find = createNameFinder(byName)
  const names = new Map(entries.map(({ name }) => [name, find(name)]))
  const ids = [...names.values()].flatMap((known) => known?.id ?? [])
  const byId = new Map((await listSubstancesById(db, ids)).map((substance) => [substance.id, substance]))
  const suggest = createNameSuggester(ids.length < entries.length ? [...byName.keys()] : [])
  return {
    entries: entries.map((entry, i) => {
      const known = names.get(entry.name)
      const substance = byId.get(known?.id ?? '') ?? null
      const suggestion = substance ? undefined : suggest(entry.name)
      const suggested = suggestion && byName.get(suggestion.name)
      return {
        ...{ ...entry, position: i + 1, substance },
        suggestion: suggested ? { ...suggested, lookAlikes: suggestion.lookAlikes } : null,
      }
    }),
    footnotes,
    warnings: describePercentages(entries),
  }
}

function readList(text: string): InciList {
  const count = (number: number) => number.toLocaleString('en-US')
  if (text.length > MAX_INCI_TEXT)
    throw invalidInput(
      'text',
      `The list has ${count(text.length)} characters. Check at most ${count(MAX_INCI_TEXT)} at once.`,
    )
  const list = parseInciList(text)
  if (!list.entries.length) throw invalidInput('text', 'Paste an ingredient list, such as “Aqua, Glycerin”.')
  if (list.entries.length > MAX_INCI_NAMES)
    throw invalidInput(
      'text',
      `The list has ${count(list.entries.length)} names. Check at most ${MAX_INCI_NAMES} at once.`,
    )
  return list
}
