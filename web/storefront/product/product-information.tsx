import type { InformationEntry } from '#core/compliance/information-entries.ts'

/** Always open: the law wants shoppers to see it before they buy. The loader writes its text, so that it adds little script. */
export function ProductInformation({ entries }: { entries: InformationEntry[] }) {
  if (!entries.length) return null
  return (
    <section aria-label="Product information">
      <dl className="mt-8 space-y-3 text-small">
        {entries.map(({ label, lines, link }) => (
          <div key={label} className="grid gap-x-6 sm:grid-cols-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              {link && (
                <a href={link.to} className="link-line">
                  {link.text}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
