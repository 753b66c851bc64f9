import { useEffect, useId, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Picture } from '../frame/picture.tsx'
import { searchAddress } from './search-address.ts'
import type { Suggested } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

type Option = { to: string; word?: string; product?: Suggested['products'][number] }

/** The list under the search box, as the ARIA combobox pattern has it: the focus never leaves the box. */
export default function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const list = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(input.value)
  const [dismissed, setDismissed] = useState(true)
  const [active, setActive] = useState(-1)
  const options = optionsOf(useSuggestions(dismissed ? '' : text))
  const open = !dismissed && options.length > 0
  const chosen = open ? options[active] : undefined

  function dismiss() {
    setDismissed(true)
    setActive(-1)
  }

  function go({ to, word }: Option) {
    dismiss()
    if (word) input.value = word
    input.blur()
    navigate(to)
  }

  useEffect(() => {
    const said = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(open),
      'aria-controls': list,
      'aria-activedescendant': chosen ? `${list}-${active}` : '',
    }
    for (const [name, value] of Object.entries(said)) input.setAttribute(name, value)
  }, [input, open, list, chosen, active])

  useEffect(() => {
    if (chosen) document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, list, active])

  useEffect(() => {
    function typed() {
      setText(input.value)
      setDismissed(false)
      setActive(-1)
    }
    function pressed(event: KeyboardEvent) {
      const { key, isComposing, altKey } = event
      if (isComposing) return
      if (key === 'ArrowDown' && !open) {
        typed()
      } else if (key === 'ArrowDown' && !altKey) {
        setActive(active + 1 < options.length ? active + 1 : -1)
      } else if (key === 'ArrowUp' && open && !altKey) {
        setActive(active < 0 ? options.length - 1 : active - 1)
      } else if (key === 'Escape' && open) {
        dismiss()
      } else if (key === 'Enter' && chosen) {
        go(chosen)
      } else {
        return
      }
      event.preventDefault()
    }
    const gone = new AbortController()
    const { signal } = gone
    input.addEventListener('input', typed, { signal })
    input.addEventListener('keydown', pressed, { signal })
    input.addEventListener('blur', dismiss, { signal })
    input.form?.addEventListener('submit', dismiss, { signal })
    return () => gone.abort()
  })

  // What was typed while this came is not typed again.
  useEffect(() => {
    if (document.activeElement !== input || input.value === input.defaultValue) return
    setText(input.value)
    setDismissed(false)
  }, [input])

  return (
    <>
      <p role="status" className="sr-only">
        {open && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label="Suggestions"
        hidden={!open}
        className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto border border-hairline bg-paper py-3 shadow-[0_1.5rem_3rem_-1.5rem] shadow-ink/25 md:right-0 md:left-auto md:w-104"
      >
        {options.map((option, nth) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box, which keeps the focus
          <div
            key={option.to}
            id={`${list}-${nth}`}
            role="option"
            tabIndex={-1}
            aria-selected={nth === active}
            className="cursor-pointer px-5 hover:bg-paper-deep aria-selected:bg-paper-deep forced-colors:aria-selected:outline-2"
            // A press would take the focus from the box, and the list with it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(option)}
          >
            {option.product ? (
              <SuggestedProduct product={option.product} />
            ) : (
              <SuggestedWord word={option.word} />
            )}
          </div>
        ))}
      </div>
    </>
  )
}

function SuggestedWord({ word }: { word: string | undefined }) {
  return <span className="flex min-h-11 items-center">{word}</span>
}

function SuggestedProduct({ product }: { product: Suggested['products'][number] }) {
  return (
    <span className="flex items-center gap-4 py-2">
      <Picture
        picture={{ ...product.picture, alt: '' }}
        sizes="3rem"
        className="aspect-3/4 w-12 max-w-none bg-paper-deep object-cover"
      />
      <span className="min-w-0 grow">
        <span className="label block text-ink-soft">{product.brand}</span>
        <span className="mt-0.5 line-clamp-2 font-display text-body leading-tight">{product.name}</span>
      </span>
      <span className="tabular shrink-0 text-small">{product.price}</span>
    </span>
  )
}

function optionsOf({ words, products }: Suggested): Option[] {
  return [
    ...words.map((word) => ({ to: searchAddress({ q: word }), word })),
    ...products.map((product) => ({ to: href('/product/:id', { id: product.id }), product })),
  ]
}
