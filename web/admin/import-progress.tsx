import { Link } from 'react-router'
import type { ProductImport } from '#core/catalog/import.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { counted, number } from './counted.ts'
import { useOffice } from './office.ts'
import { useLookAgain } from './use-look-again.ts'

/** How far a file is taken in, looked at anew by itself, and in the end what came of it. */
export function ImportProgress({ found }: { found: ProductImport }) {
  const running = found.state === 'running'
  useLookAgain(running)
  return (
    <section aria-label="Progress" className="mb-6 max-w-2xl border-metal border-l-2 bg-white/60 px-5 py-4">
      {running && <HowFar found={found} />}
      <p role="status">{!running && outcomeOf(found)}</p>
      {!running && found.bad > 0 && <RefusedRows id={found.id} />}
    </section>
  )
}

function HowFar({ found: { taken, created, changed } }: { found: ProductImport }) {
  const goal = created + changed
  return (
    <>
      <p className="tabular mb-2">
        {number(taken)} of {counted(goal, 'product')}
      </p>
      <ProgressBar label="Products taken in" value={taken} max={goal || 1} />
      <p className="mt-2 text-ink-soft">You can leave this page and come back: it goes on without you.</p>
      <noscript>
        <Link to="." reloadDocument className="link-line inline-flex min-h-9 items-center">
          See how far it is now
        </Link>
      </noscript>
    </>
  )
}

function RefusedRows({ id }: { id: string }) {
  const office = useOffice()
  return (
    <a
      href={`${office('export/import-rows.csv')}?in=${id}&show=bad`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      Refused rows as CSV, with why
    </a>
  )
}

function outcomeOf({ created, changed, same, bad }: ProductImport): string {
  const parts = [
    `${counted(created, 'product')} created`,
    `${number(changed)} changed`,
    same ? `${number(same)} as before` : '',
    bad ? `${counted(bad, 'row')} refused` : 'no row refused',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
