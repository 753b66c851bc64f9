import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAdminPath } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import type { loader } from './admin-search.tsx'
import { findPages, MIN_QUERY_LENGTH, type SearchGroup, type SearchResult } from './search-groups.ts'

const DEBOUNCE_MS = 130

/** A combobox whose list is always open: focus stays in the input, and arrow keys and Enter pick a result. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const listboxId = useId()
  const adminPath = useAdminPath()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const resultGroups = useSearchGroups(text)
  const groups = [findPages(text), ...resultGroups].filter(({ results }) => results.length > 0)
  const results = groups.flatMap((group) => group.results)
  const activeResult = results[active]
  const optionId = (result: SearchResult) => `${listboxId}-${results.indexOf(result)}`

  useEffect(() => {
    document.getElementById(`${listboxId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listboxId, active])

  function openResult({ to }: SearchResult) {
    onClose()
    navigate(adminPath(to))
  }
  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step && results.length) setActive((active + step + results.length) % results.length)
    else if (!step && activeResult) openResult(activeResult)
  }

  return (
    <Dialog
      title="Search"
      role="dialog"
      onClose={onClose}
      className="mt-[8vh]! w-[min(40rem,calc(100vw-2rem))] p-5! md:p-6!"
    >
      <input
        role="combobox"
        aria-label="Search pages, orders, customers, and products"
        placeholder="Search pages, orders, customers, and products"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listboxId}
        aria-activedescendant={activeResult ? optionId(activeResult) : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={handleKeyDown}
        className="mt-3 h-11 w-full border-ink/45 border-b bg-transparent px-1 text-body outline-offset-0 placeholder:text-ink-soft"
      />
      <p role="status" className="sr-only">
        {results.length ? pluralize(results.length, 'result') : 'No results found.'}
      </p>
      <div
        id={listboxId}
        role="listbox"
        aria-label="Search results"
        className="mt-3 max-h-[55dvh] overflow-y-auto text-small"
      >
        {groups.map((group) => (
          <OptionGroup key={group.title} group={group}>
            {group.results.map((result) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps focus and handles the keys
              <div
                key={result.to}
                id={optionId(result)}
                role="option"
                tabIndex={-1}
                aria-selected={result === activeResult}
                className="flex min-h-9 cursor-pointer items-center gap-4 px-2 hover:bg-paper-deep aria-selected:bg-paper-deep forced-colors:aria-selected:outline-2"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => openResult(result)}
              >
                <span className="min-w-0 truncate">{result.title}</span>
                {result.detail && (
                  <span className="ml-auto min-w-0 truncate text-ink-soft">{result.detail}</span>
                )}
              </div>
            ))}
          </OptionGroup>
        ))}
      </div>
      {results.length === 0 && <p className="px-2 py-4 text-ink-soft text-small">No results found.</p>}
      <button
        type="button"
        onClick={onClose}
        className="link-line absolute top-5 right-5 min-h-9 cursor-pointer md:top-6 md:right-6"
      >
        Close
      </button>
    </Dialog>
  )
}

function OptionGroup({ group: { title }, children }: { group: SearchGroup; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={id} className="pb-2">
      <p id={id} className="label px-2 py-1.5 text-ink-soft">
        {title}
      </p>
      {children}
    </div>
  )
}

/** Debounced. Results of an earlier query disappear once the text no longer starts with it. */
function useSearchGroups(text: string): SearchGroup[] {
  const adminPath = useAdminPath()
  const { load, data } = useFetcher<typeof loader>()
  const query = text.trim()
  const searchPath = adminPath('find')
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return
    const timer = setTimeout(() => load(`${searchPath}?${new URLSearchParams({ q: query })}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, searchPath, load])
  return data && query.startsWith(data.search) && query.length >= MIN_QUERY_LENGTH ? data.resultGroups : []
}
