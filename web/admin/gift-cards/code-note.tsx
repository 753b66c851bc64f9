import type { ReactNode } from 'react'

export function CodeNote({ code, children }: { code: string; children: ReactNode }) {
  return (
    <div role="note" className="mb-6 max-w-prose space-y-2 border-moss border-l-2 pl-5">
      <p className="tabular select-all font-mono">{code}</p>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}
