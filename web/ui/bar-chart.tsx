type Bar = { name: string; value: number; before?: number; said: string }

const WIDTH = 600
const HEIGHT = 160

/** Bars made on the server, losses downwards, before each a mark for what it is set against; its numbers stand in a table for who listens. */
export function BarChart({
  label,
  bars,
  unit,
}: {
  label: string
  bars: Bar[]
  unit: (value: number) => string
}) {
  const top = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]))
  const bottom = Math.min(0, ...bars.map(({ value }) => value))
  const step = WIDTH / bars.length
  const at = (value: number) => HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        aria-hidden="true"
        className="h-40 w-full"
        preserveAspectRatio="none"
      >
        {bars.map(({ name, value, before, said }, nth) => (
          <g key={name}>
            <title>{said}</title>
            <rect x={nth * step} y={0} width={step} height={HEIGHT} className="fill-transparent" />
            <rect
              x={nth * step + step * 0.15}
              y={at(Math.max(0, value))}
              width={step * 0.7}
              height={Math.abs(at(value) - at(0))}
              className={value < 0 ? 'fill-ink/35' : 'fill-rosewood/75'}
            />
            {before !== undefined && (
              <rect x={nth * step} y={at(before)} width={step} height={1.5} className="fill-metal" />
            )}
          </g>
        ))}
        <rect x={0} y={at(0)} width={WIDTH} height={1} className="fill-hairline" />
      </svg>
      <figcaption className="mt-2 flex justify-between text-ink-soft">
        <span>{bars[0]?.name}</span>
        <span className="max-sm:hidden">highest {unit(top)}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
      <div className="sr-only">
        <table aria-label={label}>
          <tbody>
            {bars.map(({ name, said }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{said}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
