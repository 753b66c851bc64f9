type Props = { color: string; className: string; soldOut?: boolean }

/** Decorative: the name of the shade is in the text beside it. Its edge shows light colors. */
export function Swatch({ color, className, soldOut = false }: Props) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <circle
        cx="16"
        cy="16"
        r="15"
        fill={color}
        className="stroke-control"
        vectorEffect="non-scaling-stroke"
      />
      {soldOut && <path d="M4 28 28 4" className="stroke-4 stroke-paper" />}
      {soldOut && <path d="M4 28 28 4" className="stroke-ink" vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}
