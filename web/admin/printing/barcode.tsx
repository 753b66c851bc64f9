import { drawCode128 } from './code-128.ts'

type Props = { text: string; barHeight?: string; className?: string }

/** With its text below, for people. Text that has no Code 128 is shown alone. */
export function Barcode({ text, barHeight = 'h-9', className = '' }: Props) {
  const barcode = drawCode128(text)
  return (
    <figure className={`max-w-56 text-center ${className}`}>
      {barcode && (
        <svg
          viewBox={`0 0 ${barcode.width} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          aria-hidden="true"
          className={`w-full bg-white ${barHeight}`}
        >
          <path d={barcode.path} fill="currentColor" />
        </svg>
      )}
      <figcaption className="tabular text-small leading-tight [overflow-wrap:anywhere]">{text}</figcaption>
    </figure>
  )
}
