import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useAdminPath } from '../admin-context.ts'

const DEBOUNCE_MS = 250

type Props = {
  /** A screen with a list that can be searched. */
  path: string
  label: string
  /** Loads the data of the screen at this URL. */
  load(url: string): void
  onClose(): void
  isLoading: boolean
  children: ReactNode
}

export function LibrarySearch({ path, label, load, isLoading, onClose, children }: Props) {
  const [search, setSearch] = useState('')
  const listPath = useAdminPath()(path)
  useEffect(() => {
    const timer = setTimeout(
      () => load(`${listPath}?${new URLSearchParams({ q: search })}`),
      search ? DEBOUNCE_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [search, listPath, load])
  return (
    <div className="mt-5 space-y-4">
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
        }}
      />
      <div className="h-80 overflow-y-auto">
        {isLoading && <p className="py-6 text-ink-soft">Loading…</p>}
        {children}
      </div>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
