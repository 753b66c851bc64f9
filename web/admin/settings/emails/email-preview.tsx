import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useAdminPath } from '../../admin-context.ts'

type Props = { form: RefObject<HTMLFormElement | null>; version: number }

/** An order confirmation as the settings make it; with scripts, also with what is typed. */
export function EmailPreview({ form, version }: Props) {
  const path = useAdminPath()('settings/emails/preview')
  const [source, setSource] = useState(path)
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])

  function showTyped() {
    const footer = form.current ? String(new FormData(form.current).get('emails.footer') ?? '') : ''
    setSource(`${path}?${new URLSearchParams({ footer })}`)
  }

  return (
    <section aria-label="Preview">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="font-medium">Preview: an order confirmation</h3>
        {isHydrated && (
          <Button variant="secondary" onClick={showTyped}>
            Preview what you’ve typed
          </Button>
        )}
      </div>
      <iframe
        key={`${version} ${source}`}
        src={source}
        title="Preview of an order confirmation"
        className="mt-3 h-[48rem] w-full border border-hairline bg-paper"
      />
    </section>
  )
}
