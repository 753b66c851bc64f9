/** In its own direction, with its line breaks. */
export function GiftMessage({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`whitespace-pre-line [overflow-wrap:anywhere] ${className}`}>
      {text}
    </p>
  )
}
