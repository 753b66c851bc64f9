import { useSearchParams } from 'react-router'
import type { AdminContent } from '#core/content/content.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { FILTER_TABS } from '#web/ui/tab-looks.ts'
import { previewPath } from './preview-path.ts'

/** The draft in the store's own page, in a frame with the width of the device. */
export function ContentPreview({ item }: { item: AdminContent }) {
  const [params] = useSearchParams()
  const isPhone = params.get('on') === 'phone'
  const tabs = [
    { title: 'Desktop', to: '?view=preview', isCurrent: !isPhone },
    { title: 'Phone', to: '?view=preview&on=phone', isCurrent: isPhone },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 pb-3">
        <TabLinks label="Device" look={FILTER_TABS} tabs={tabs} preventScrollReset />
        <p className="text-ink-soft">The draft as it was last saved</p>
      </div>
      <div
        className={
          isPhone ? 'overflow-x-auto bg-paper-deep py-6' : 'h-[49.5rem] overflow-x-auto overflow-y-hidden'
        }
      >
        <iframe
          key={`${isPhone} ${item.version}`}
          src={previewPath(item)}
          title={`Preview of ${item.title}`}
          className={`bg-white ${isPhone ? PHONE : DESKTOP}`}
        />
      </div>
    </>
  )
}

const PHONE = 'mx-auto h-[52rem] w-[24.375rem]'
/** At three quarters of its size, so that the store’s wide layout fits beside the sidebar. */
const DESKTOP = 'h-[66rem] w-[133.334%] min-w-[80rem] origin-top-left scale-75'
