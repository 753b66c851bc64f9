import { createElement } from 'react'

/** `card`: for all products of its family. `page`: says also if the ingredients aren't known. */
type Props = { product: string; kind?: 'card' | 'page' }

/** What the product has of the shopper's list. Empty until avoid-notes.ts writes it, which only shoppers with a list load. */
export function AvoidNote(props: Props) {
  return createElement('avoid-note', props)
}
