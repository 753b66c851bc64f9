import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Picture } from '#web/picture.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { queryUrl } from './query-url.ts'
import type { SearchSuggestionList } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

export default function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const navigate = useNavigate()
  const [text, setText] = useState(input.value)
  const [dismissed, setDismissed] = useState(true)
  const { words, products } = useSuggestions(dismissed ? '' : text)
  const count = words.length + products.length

  function suggest() {
    setText(input.value)
    setDismissed(false)
  }
  function open(to: string) {
    input.blur()
    navigate(to)
  }

  // Picks up text typed while this component loaded.
  useEffect(() => {
    if (document.activeElement !== input || input.value === input.defaultValue) return
    setText(input.value)
    setDismissed(false)
  }, [input])

  const options = [
    ...words.map((word) => ({
      key: word,
      content: <span className="flex min-h-11 items-center">{word}</span>,
      select() {
        input.value = word
        open(queryUrl(word))
      },
    })),
    ...products.map((product) => ({
      key: product.slug,
      content: <SuggestedProduct product={product} />,
      select: () => open(href('/product/:id', { id: product.slug })),
    })),
  ]
  return (
    <Combobox
      input={input}
      label="Suggestions"
      groups={[{ options }]}
      isOpen={!dismissed && count > 0}
      status={`${count} ${count === 1 ? 'suggestion' : 'suggestions'}`}
      onInput={suggest}
      onDismiss={() => setDismissed(true)}
      className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto border border-hairline bg-paper py-3 shadow-[0_1.5rem_3rem_-1.5rem] shadow-ink/25 md:right-0 md:left-auto md:w-104"
      optionClassName="px-5"
    />
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
        <span className="mt-0.5 line-clamp-2 text-small leading-tight">{product.name}</span>
      </span>
      <span className="tabular shrink-0 text-small">{product.price}</span>
    </span>
  )
}
