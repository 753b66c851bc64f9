import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { MAX_QUERY_LENGTH } from '#core/search/search.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { queryUrl } from './query-url.ts'

const SearchSuggestions = lazy(() => import('./search-suggestions.tsx'))

/** A plain form; suggestions load on first focus. On phones, styles show an icon, and the field where the brand is while it has the focus. */
export function SearchBox() {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const input = useRef<HTMLInputElement>(null)
  const [activeInput, setActiveInput] = useState<HTMLInputElement | null>(null)
  const lastValue = useRef(query)
  // The shopper may focus the box before hydration.
  useEffect(() => {
    if (document.activeElement === input.current) setActiveInput(input.current)
  }, [])
  useEffect(() => {
    // Text typed while the results loaded must not be overwritten.
    if (input.current?.value === lastValue.current) input.current.value = query
    lastValue.current = query
  }, [query])
  return (
    <Form
      role="search"
      action="/search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault()
        const value = input.current?.value ?? ''
        const q = value.trim()
        if (!q) return
        lastValue.current = value
        navigate(queryUrl(q))
      }}
    >
      <label htmlFor="search" className="sr-only">
        Search products
      </label>
      <input
        ref={input}
        id="search"
        name="q"
        type="search"
        required
        pattern=".*\S.*"
        title="Enter a word or two."
        maxLength={MAX_QUERY_LENGTH}
        defaultValue={query}
        placeholder="Search"
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => setActiveInput(event.currentTarget)}
        className="outline-offset-0 placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label="Search"
        className="flex size-11 cursor-pointer items-center justify-center"
      >
        <SearchIcon />
      </button>
      {activeInput && (
        <Suspense>
          <SearchSuggestions key={query} input={activeInput} />
        </Suspense>
      )}
    </Form>
  )
}

function SearchIcon() {
  return (
    <LineIcon>
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m12.5 12.5 5 5" />
    </LineIcon>
  )
}
