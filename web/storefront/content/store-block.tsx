import { DefinitionList } from '../article.tsx'

/** What the server computes for a block. */
export type StoreBlockPart =
  | { type: 'paragraph'; text: string }
  | { type: 'list'; items: [term: string, definition: string][] }
  | { type: 'link'; text: string; url: string }

export function StoreBlock({ parts }: { parts: StoreBlockPart[] }) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a block doesn't change while it is shown
    return <BlockPart key={index} part={part} />
  })
}

function BlockPart({ part }: { part: StoreBlockPart }) {
  if (part.type === 'list') return <DefinitionList items={part.items} />
  if (part.type === 'paragraph') return <p>{part.text}</p>
  return (
    <p>
      <a className={LARGE} href={part.url}>
        {breakAfterAt(part.text)}
      </a>
    </p>
  )
}

const LARGE = 'link-line inline-block wrap-anywhere font-display text-name md:text-title'

/** An email address that doesn't fit breaks after the at sign. */
function breakAfterAt(text: string) {
  const at = text.indexOf('@') + 1
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
