import { useEffect, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { useCan } from '../ui/can.tsx'
import { pluralize } from '../ui/pluralize.ts'
import type { loader } from './admin-search.tsx'
import { findPages, MIN_QUERY_LENGTH, type SearchGroup, type SearchResult } from './search-groups.ts'

const DEBOUNCE_MS = 130
const LABEL = 'Search pages, orders, customers, and products'

/** A combobox whose list is always open. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const adminPath = useAdminPath()
  const can = useCan()
  const navigate = useNavigate()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [text, setText] = useState('')
  const resultGroups = useSearchGroups(text)
  const toOption = (result: SearchResult) => ({
    key: result.to,
    content: <ResultLine result={result} />,
    select() {
      onClose()
      navigate(adminPath(result.to))
    },
  })
  const groups = [findPages(text, can), ...resultGroups]
    .filter(({ results }) => results.length > 0)
    .map(({ title, results }) => ({ title, options: results.map(toOption) }))
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return (
    <Dialog
      title="Search"
      role="dialog"
      onClose={onClose}
      className="mt-[8vh]! w-[min(40rem,calc(100vw-2rem))] p-5! md:p-6!"
    >
      <input
        ref={setInput}
        aria-label={LABEL}
        placeholder={LABEL}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        className="mt-3 h-11 w-full border-control border-b bg-transparent px-1 text-body outline-offset-0 placeholder:text-ink-soft"
      />
      {input && (
        <Combobox
          input={input}
          label="Search results"
          groups={groups}
          isOpen
          selectsFirst
          status={count ? pluralize(count, 'result') : 'No results found.'}
          onInput={() => setText(input.value)}
          className="mt-3 max-h-[55dvh] overflow-y-auto text-small"
          optionClassName="flex min-h-9 items-center gap-4 px-2"
        />
      )}
      {count === 0 && <p className="px-2 py-4 text-ink-soft text-small">No results found.</p>}
      <TextButton type="button" onClick={onClose} className="absolute top-5 right-5 md:top-6 md:right-6">
        Close
      </TextButton>
    </Dialog>
  )
}

function ResultLine({ result: { title, detail } }: { result: SearchResult }) {
  return (
    <>
      <span className="max-w-3/4 shrink-0 truncate">{title}</span>
      {detail && <span className="ml-auto min-w-0 truncate text-ink-soft">{detail}</span>}
    </>
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
