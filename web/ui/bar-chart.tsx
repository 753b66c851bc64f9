type Bar = { name: string; value: number; previous?: number; summary: string }

const WIDTH = 600
const HEIGHT = 160

type Props = { label: string; bars: Bar[]; unit: (value: number) => string }

/** Rendered on the server. A pale bar shows each previous value; a table carries the numbers for screen readers. */
export function BarChart({ label, bars, unit }: Props) {
  const values = bars.flatMap(({ value, previous = 0 }) => [value, previous])
  const ticks = chooseTicks(Math.min(0, ...values), Math.max(0, ...values))
  const bottom = ticks[0] ?? 0
  const range = (ticks.at(-1) ?? 1) - bottom
  const step = WIDTH / bars.length
  const share = (value: number) => 1 - (value - bottom) / range
  const bar = (value: number) => ({
    y: share(Math.max(0, value)) * HEIGHT,
    height: Math.abs(share(value) - share(0)) * HEIGHT,
  })
  return (
    <figure>
      <div className="tabular grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          aria-hidden="true"
          className="col-start-2 row-start-1 h-40 w-full overflow-visible"
          preserveAspectRatio="none"
        >
          {ticks.map((tick) => (
            <rect key={tick} y={share(tick) * HEIGHT} width={WIDTH} height={1} className="fill-hairline" />
          ))}
          {bars.map(({ name, value, previous = 0, summary }, index) => (
            <g key={name} className="group">
              <title>{summary}</title>
              <rect
                x={index * step}
                width={step}
                height={HEIGHT}
                className="fill-transparent group-hover:fill-paper"
              />
              <rect
                x={(index + 0.1) * step}
                width={step * 0.8}
                {...bar(previous)}
                className="fill-metal/35"
              />
              <rect
                x={(index + 0.25) * step}
                width={step * 0.5}
                {...bar(value)}
                className={value < 0 ? 'fill-ink/35' : 'fill-rosewood/75'}
              />
            </g>
          ))}
        </svg>
        <ol
          aria-hidden="true"
          className="col-start-1 row-start-1 flex h-40 flex-col-reverse justify-between text-right text-ink-soft"
        >
          {ticks.map((tick) => (
            <li key={tick} className="-my-2.5 leading-5">
              {unit(tick).replace(/\.00$/, '')}
            </li>
          ))}
        </ol>
        <p className="col-start-2 mt-2 flex justify-between text-ink-soft">
          <span>{bars[0]?.name}</span>
          <span>{bars.at(-1)?.name}</span>
        </p>
      </div>
      <div className="sr-only">
        <table aria-label={label}>
          <tbody>
            {bars.map(({ name, summary }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const INTERVALS = 3

/** Round, evenly spaced values that include both, and zero. Amounts are in cents. */
export function chooseTicks(lowest: number, highest: number): number[] {
  const exact = Math.max(100, highest - lowest) / INTERVALS
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  const interval = ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= exact) ?? 10) * magnitude
  const first = Math.floor(lowest / interval)
  const last = Math.max(first + 1, Math.ceil(highest / interval))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * interval)
}
