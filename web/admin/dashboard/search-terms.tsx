import type { Traffic } from '#core/analytics/visits.server.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from '../ui/section.tsx'

const TERM_COLUMNS: Column<{ term: string; times: number }>[] = [
  { title: 'Search term', placement: 'lead', cell: ({ term }) => <Term term={term} /> },
  { title: 'Searches', align: 'end', placement: 'side', cell: ({ times }) => times },
]

function Term({ term }: { term: string }) {
  return (
    <TextLink to={`/search?q=${encodeURIComponent(term)}`} className="wrap-anywhere">
      {term}
    </TextLink>
  )
}

export function SearchTerms({ searches, failedSearches }: Pick<Traffic, 'searches' | 'failedSearches'>) {
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      <TermTable title="Top searches" searches={searches} empty="No searches in this period." />
      <TermTable
        title="Searches with no results"
        searches={failedSearches}
        empty="Every search had results."
      />
    </div>
  )
}

type TermTableProps = { title: string; searches: { term: string; times: number }[]; empty: string }

function TermTable({ title, searches, empty }: TermTableProps) {
  const rows = searches.map((search) => ({ ...search, id: search.term }))
  return (
    <Section title={title}>
      <DataTable label={title} columns={TERM_COLUMNS} rows={rows} empty={empty} />
    </Section>
  )
}
