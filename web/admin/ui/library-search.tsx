import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'

const DEBOUNCE_MS = 250

type Props = {
  /** A screen with a list that can be searched. */
  path: string
  /** One of its filters. */
  filter?: string | undefined
  label: string
  /** Loads the data of the screen at this URL. */
  load(url: string): void
  onSearch?(search: string): void
  onClose(): void
  isLoading: boolean
  pages?: { next: string | null; previous: string | null } | undefined
  /** Above the search. */
  before?: ReactNode
  children: ReactNode
}

export function LibrarySearch(props: Props) {
  const { path, filter, label, load, isLoading, pages, before, onSearch, onClose, children } = props
  const [search, setSearch] = useState('')
  const listPath = useAdminPath()(path)
  const show = filter ? { show: filter } : undefined
  const loadPage = (after: string) =>
    load(`${listPath}?${new URLSearchParams({ ...show, q: search, after })}`)
  useEffect(() => {
    const timer = setTimeout(
      () => load(`${listPath}?${new URLSearchParams({ ...(filter && { show: filter }), q: search })}`),
      search ? DEBOUNCE_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [search, filter, listPath, load])
  return (
    <div className="mt-5 space-y-4">
      {before}
      <Field
        label={label}
        name="q"
        type="search"
        autoComplete="off"
        autoFocus
        value={search}
        onChange={(event) => {
          event.stopPropagation()
          setSearch(event.target.value)
          onSearch?.(event.target.value)
        }}
      />
      <div className="h-80 overflow-y-auto">
        {isLoading && <p className="py-6 text-ink-soft">Loading…</p>}
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {pages?.previous && <PageButton load={loadPage} page={pages.previous} label="← Previous" />}
        {pages?.next && <PageButton load={loadPage} page={pages.next} label="Next →" />}
      </div>
    </div>
  )
}

type PageButtonProps = { load(page: string): void; page: string; label: string }

function PageButton({ load, page, label }: PageButtonProps) {
  return (
    <TextButton type="button" onClick={() => load(page)}>
      {label}
    </TextButton>
  )
}
