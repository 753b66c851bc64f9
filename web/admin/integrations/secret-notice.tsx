import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'
import type { ShownSecret } from './integration-forms.ts'

const TEXTS = {
  key: { title: 'Your new API key', copied: 'API key copied' },
  endpoint: { title: 'The signing secret of this endpoint', copied: 'Signing secret copied' },
}

/** A secret that is shown once: it is in no URL and no cache. */
export function SecretNotice({ secret: { kind, value } }: { secret: ShownSecret }) {
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { title, copied } = TEXTS[kind]
  async function copy() {
    await navigator.clipboard.writeText(value)
    showToast({ title: copied })
  }
  return (
    <section aria-label={title} className="mb-8 border-metal border-l-2 bg-white/60 px-5 py-4">
      <h2 ref={heading} tabIndex={-1} className="font-display text-name">
        {title}
      </h2>
      <p className="mt-1 text-ink-soft">Copy it now. You won’t see it again.</p>
      <p className="mt-3 flex flex-wrap items-center gap-4">
        <code className="select-all break-all">{value}</code>
        <Button variant="secondary" onClick={copy} className="noscript:hidden">
          Copy
        </Button>
      </p>
    </section>
  )
}
