import { Form } from 'react-router'
import type { SearchSort } from '#core/search/search.ts'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

const SORTS: [SearchSort, string][] = [
  ['relevance', 'Best match'],
  ['price', 'Price'],
  ['newest', 'Newest'],
  ['name', 'Name'],
]

export function SortSelect({ query }: { query: SearchPageQuery }) {
  const { sort, ...rest } = query
  const hiddenParams = new URL(searchUrl(rest), 'http://shop').searchParams
  return (
    <Form action="/search" className="flex items-center gap-3 text-small">
      {[...hiddenParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort" className="text-ink-soft">
        Sort by
      </label>
      <select
        id="sort"
        name="sort"
        key={sort}
        defaultValue={sort ?? 'relevance'}
        autoComplete="off"
        data-autosubmit
        className="min-h-11 cursor-pointer bg-transparent"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {SORTS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="link-line min-h-11">
          Sort
        </button>
      </noscript>
    </Form>
  )
}
