import { Link } from 'react-router'
import type { Traffic } from '#core/analytics/visits.server.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Section } from '../ui/section.tsx'

const TERM_COLUMNS: Column<Traffic['searches'][number]>[] = [
  { title: 'Search term', placement: 'lead', cell: ({ term }) => <Term term={term} /> },
  { title: 'Searches', align: 'end', placement: 'side', cell: ({ times }) => times },
]

function Term({ term }: { term: string }) {
  return (
    <Link to={`/search?q=${encodeURIComponent(term)}`} className="link-line wrap-anywhere">
      {term}
    </Link>
  )
}

export function SearchTerms({ searches, failedSearches }: Pick<Traffic, 'searches' | 'failedSearches'>) {
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      <Section title="Top searches">
        <DataTable
          label="Top searches"
          columns={TERM_COLUMNS}
          rows={searches}
          rowId={({ term }) => term}
          empty="No searches in this period."
        />
      </Section>
      <Section title="Searches with no results">
        <DataTable
          label="Searches with no results"
          columns={TERM_COLUMNS}
          rows={failedSearches.map((searchTerm) => ({ ...searchTerm, found: false }))}
          rowId={({ term }) => term}
          empty="Every search had results."
        />
      </Section>
    </div>
  )
}
