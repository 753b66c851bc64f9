import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { Dialog } from '../ui/dialog.tsx'
import type { loader } from './find.tsx'
import { type Found, LEAST_LETTERS, type Place, pagesLike } from './found.ts'
import { useOffice } from './office.ts'

const PAUSE = 130

/** A combobox whose list is always open: the focus stays in the box, arrows and Enter go where one wants to be. */
export default function Palette({ onClosed }: { onClosed: () => void }) {
  const list = useId()
  const office = useOffice()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = useFound(text)
  const groups = [pagesLike(text), ...found].filter(({ places }) => places.length > 0)
  const places = groups.flatMap((group) => group.places)
  const chosen = places[active]
  const idOf = (place: Place) => `${list}-${places.indexOf(place)}`

  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])

  function go({ to }: Place) {
    onClosed()
    navigate(office(to))
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step && places.length) setActive((active + step + places.length) % places.length)
    else if (!step && chosen) go(chosen)
  }

  return (
    <Dialog
      title="Find"
      role="dialog"
      onClose={onClosed}
      className="mt-[8vh]! w-[min(40rem,calc(100vw-2rem))] p-5! md:p-6!"
    >
      <input
        role="combobox"
        aria-label="A page, an order, a customer, a product"
        placeholder="A page, an order, a customer, a product"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={chosen ? idOf(chosen) : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
        className="mt-3 h-11 w-full border-ink/45 border-b bg-transparent px-1 text-body outline-offset-0 placeholder:text-ink-soft"
      />
      <p role="status" className="sr-only">
        {places.length ? `${places.length} found` : 'Nothing is called that.'}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label="Found"
        className="mt-3 max-h-[55dvh] overflow-y-auto text-small"
      >
        {groups.map((group) => (
          <Group key={group.title} group={group}>
            {group.places.map((place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box, which keeps the focus
              <div
                key={place.to}
                id={idOf(place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === chosen}
                className="flex min-h-9 cursor-pointer items-center gap-4 px-2 hover:bg-paper-deep aria-selected:bg-paper-deep forced-colors:aria-selected:outline-2"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(place)}
              >
                <span className="min-w-0 truncate">{place.title}</span>
                {place.beside && (
                  <span className="ml-auto min-w-0 truncate text-ink-soft">{place.beside}</span>
                )}
              </div>
            ))}
          </Group>
        ))}
      </div>
      {places.length === 0 && <p className="px-2 py-4 text-ink-soft text-small">Nothing is called that.</p>}
      <button
        type="button"
        onClick={onClosed}
        className="link-line absolute top-5 right-5 min-h-9 cursor-pointer md:top-6 md:right-6"
      >
        Close
      </button>
    </Dialog>
  )
}

function Group({ group: { title }, children }: { group: Found; children: ReactNode }) {
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

/** What the shop has by that name, asked for when typing rests; what belongs to another text is not shown. */
function useFound(text: string): Found[] {
  const office = useOffice()
  const { load, data } = useFetcher<typeof loader>()
  const asked = text.trim()
  const address = office('find')
  useEffect(() => {
    if (asked.length < LEAST_LETTERS) return
    const timer = setTimeout(() => load(`${address}?${new URLSearchParams({ q: asked })}`), PAUSE)
    return () => clearTimeout(timer)
  }, [asked, address, load])
  return data && asked.startsWith(data.search) && asked.length >= LEAST_LETTERS ? data.found : []
}
