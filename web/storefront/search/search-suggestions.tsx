import { useEffect, useId, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Picture } from '#web/picture.tsx'
import { searchUrl } from './search-url.ts'
import type { SearchSuggestionList } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

type SuggestionOption = { to: string; word?: string; product?: SearchSuggestionList['products'][number] }

/** Follows the ARIA combobox pattern: focus stays in the search box. */
export default function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const listId = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(input.value)
  const [dismissed, setDismissed] = useState(true)
  const [active, setActive] = useState(-1)
  const options = toOptions(useSuggestions(dismissed ? '' : text))
  const isOpen = !dismissed && options.length > 0
  const activeOption = isOpen ? options[active] : undefined

  function dismiss() {
    setDismissed(true)
    setActive(-1)
  }

  function selectOption({ to, word }: SuggestionOption) {
    dismiss()
    if (word) input.value = word
    input.blur()
    navigate(to)
  }

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': listId,
      'aria-activedescendant': activeOption ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  }, [input, isOpen, listId, activeOption, active])

  useEffect(() => {
    if (activeOption) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption, listId, active])

  useEffect(() => {
    function handleInput() {
      setText(input.value)
      setDismissed(false)
      setActive(-1)
    }
    function handleKeyDown(event: KeyboardEvent) {
      const { key, isComposing, altKey } = event
      if (isComposing) return
      if (key === 'ArrowDown' && !isOpen) {
        handleInput()
      } else if (key === 'ArrowDown' && !altKey) {
        setActive(active + 1 < options.length ? active + 1 : -1)
      } else if (key === 'ArrowUp' && isOpen && !altKey) {
        setActive(active < 0 ? options.length - 1 : active - 1)
      } else if (key === 'Escape' && isOpen) {
        dismiss()
      } else if (key === 'Enter' && activeOption) {
        selectOption(activeOption)
      } else {
        return
      }
      event.preventDefault()
    }
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('input', handleInput, { signal })
    input.addEventListener('keydown', handleKeyDown, { signal })
    input.addEventListener('blur', dismiss, { signal })
    input.form?.addEventListener('submit', dismiss, { signal })
    return () => controller.abort()
  })

  // Picks up text typed while this component loaded.
  useEffect(() => {
    if (document.activeElement !== input || input.value === input.defaultValue) return
    setText(input.value)
    setDismissed(false)
  }, [input])

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto border border-hairline bg-paper py-3 shadow-[0_1.5rem_3rem_-1.5rem] shadow-ink/25 md:right-0 md:left-auto md:w-104"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search box keeps focus and handles keys
          <div
            key={option.to}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="cursor-pointer px-5 hover:bg-paper-deep aria-selected:bg-paper-deep forced-colors:aria-selected:outline-2"
            // Keeps focus in the box; losing it would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => selectOption(option)}
          >
            {option.product ? (
              <SuggestedProduct product={option.product} />
            ) : (
              <span className="flex min-h-11 items-center">{option.word}</span>
            )}
          </div>
        ))}
      </div>
    </>
  )
}

function SuggestedProduct({ product }: { product: SearchSuggestionList['products'][number] }) {
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

function toOptions({ words, products }: SearchSuggestionList): SuggestionOption[] {
  return [
    ...words.map((word) => ({ to: searchUrl({ q: word }), word })),
    ...products.map((product) => ({ to: href('/product/:id', { id: product.slug }), product })),
  ]
}
