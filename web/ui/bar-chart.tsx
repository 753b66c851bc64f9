type Bar = { name: string; value: number; previous?: number; summary: string }

const WIDTH = 600
const HEIGHT = 160

/** Rendered on the server. A marker shows each bar's previous value; a table carries the numbers for screen readers. */
type Props = { label: string; bars: Bar[]; unit: (value: number) => string }

export function BarChart({ label, bars, unit }: Props) {
  const highest = Math.max(0, ...bars.flatMap(({ value, previous = 0 }) => [value, previous]))
  const top = highest || 1
  const bottom = Math.min(0, ...bars.map(({ value }) => value))
  const step = WIDTH / bars.length
  const y = (value: number) => HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        aria-hidden="true"
        className="h-40 w-full"
        preserveAspectRatio="none"
      >
        {bars.map(({ name, value, previous, summary }, index) => (
          <g key={name}>
            <title>{summary}</title>
            <rect x={index * step} y={0} width={step} height={HEIGHT} className="fill-transparent" />
            <rect
              x={index * step + step * 0.15}
              y={y(Math.max(0, value))}
              width={step * 0.7}
              height={Math.abs(y(value) - y(0))}
              className={value < 0 ? 'fill-ink/35' : 'fill-rosewood/75'}
            />
            {previous !== undefined && (
              <rect x={index * step} y={y(previous)} width={step} height={1.5} className="fill-metal" />
            )}
          </g>
        ))}
        <rect x={0} y={y(0)} width={WIDTH} height={1} className="fill-hairline" />
      </svg>
      <figcaption className="mt-2 flex justify-between text-ink-soft">
        <span>{bars[0]?.name}</span>
        {highest > 0 && <span className="max-sm:hidden">{`Highest: ${unit(highest)}`}</span>}
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
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
