type Props = { title: string; items: string[]; ordered?: boolean; open?: boolean }

export function ProductAccordion({ title, items, ordered = false, open = false }: Props) {
  if (!items.length) return null
  const List = ordered ? 'ol' : 'ul'
  return (
    <details open={open} className="group border-hairline border-b">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between">
        <h2 className="text-body">{title}</h2>
        <span aria-hidden className="text-lead after:content-['+'] group-open:after:content-['−']" />
      </summary>
      <List className={`max-w-prose space-y-2 pb-6 text-small ${ordered ? 'list-decimal pl-5' : ''}`}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </List>
    </details>
  )
}
