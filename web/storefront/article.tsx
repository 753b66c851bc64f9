import type { ReactNode } from 'react'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbs, pageMeta } from '#web/seo.ts'

type Props = { title: string; lead: ReactNode; effectiveDate?: string; children: ReactNode }

export function Article({ title, lead, effectiveDate, children }: Props) {
  return (
    <article className="mx-auto max-w-page px-gutter pt-14 md:pt-24">
      <h1 className="font-display text-display">{title}</h1>
      {lead && <p className="mt-8 max-w-prose text-lead">{lead}</p>}
      {effectiveDate && <p className="mt-6 text-ink-soft text-small">Effective {effectiveDate}</p>}
      <div className="mt-16 md:mt-24">{children}</div>
    </article>
  )
}

export function ArticleSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-16 gap-y-5 border-hairline border-t py-10 md:grid-cols-[1fr_2fr] md:py-14">
      <h2 className="font-display text-name">{title}</h2>
      <div className="max-w-prose space-y-5">{children}</div>
    </section>
  )
}

type DefinitionListProps = { items: readonly (readonly [term: string, definition: ReactNode])[] }

export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className="border-hairline border-b">
      {items.map(([term, definition]) => (
        <div
          key={term}
          className="grid gap-x-8 gap-y-1 border-hairline border-t py-4 sm:grid-cols-[12rem_1fr]"
        >
          <dt className="break-words text-ink-soft text-small sm:pt-0.5">{term}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  )
}

type ArticleMetaArgs = { matches: readonly [{ loaderData: { origin: string } | undefined }, ...unknown[]] }

export function articleMeta(title: string, description: string, path: string) {
  return ({ matches: [{ loaderData }] }: ArticleMetaArgs) => {
    const origin = loaderData?.origin
    const data = [breadcrumbs(origin, [[title, path]])]
    return pageMeta({ title: pageTitle(title), description, origin, path, data })
  }
}
