import type { Traffic } from '#core/analytics/visits.server.ts'
import { conversionPercent } from '#core/analytics/visits.ts'
import { Section } from '../ui/section.tsx'

export function ConversionFunnel({ traffic: { visits, products, checkouts, paid } }: { traffic: Traffic }) {
  const steps = [
    ['Visits', visits],
    ['Product pages', products],
    ['Checkouts', checkouts],
    ['Paid orders', paid],
  ] as const
  return (
    <Section title="Conversion funnel">
      <ol className="tabular border-hairline border-t">
        {steps.map(([name, times]) => (
          <li
            key={name}
            className="relative flex min-h-10 items-center justify-between border-hairline border-b"
          >
            <span>{name}</span>
            <span>
              {times.toLocaleString('en-US')}
              <span className="ml-3 inline-block w-14 text-right text-ink-soft">
                {percentOfVisits(times, visits)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Blank for steps that happen more than once per visit, as a share over 100% misleads. */
function percentOfVisits(times: number, visits: number): string {
  return times < visits ? `${conversionPercent(times, visits)}%` : ''
}
