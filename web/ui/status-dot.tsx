const DOTS = {
  success: 'bg-moss',
  attention: 'bg-metal',
  error: 'bg-rosewood',
  neutral: 'bg-hairline',
} as const
export type Tone = keyof typeof DOTS

export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-1.5 rounded-full ${DOTS[tone]}`} />
      {children}
    </span>
  )
}
