import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { staysOnPage } from '../ui/toast/notice.ts'

/** What FlashToast shows for a few seconds, if it has to stay. */
export function FlashNotice({ className }: { className: string }) {
  const flash = useRouteLoaderData<typeof loader>('root')?.flash
  if (!flash || !staysOnPage(flash.notice)) return null
  return (
    <div className={className}>
      <InlineNotice notice={flash.notice} isSilent className="max-w-prose" />
    </div>
  )
}
