import { useSearchParams } from 'react-router'
import type { LineChange } from '#core/content/compare/diff-lines.ts'
import type { AdminContent, ContentVersion } from '#core/content/content.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { FILTER_TABS } from '#web/ui/tab-looks.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { previewPath } from './preview-path.ts'
import { RestoreButton } from './restore-button.tsx'
import { VersionChanges } from './version-changes.tsx'

type Props = {
  item: AdminContent
  /** Null is the draft. */
  version: ContentVersion | null
  changes: LineChange[] | null
}

/** The draft or an older version in the store's own page, in a frame with the width of the device. */
export function ContentPreview({ item, version, changes }: Props) {
  const [params] = useSearchParams()
  const device = params.get('on') ?? ''
  const base = version ? `?view=version&number=${version.number}` : '?view=preview'
  const tab = (title: string, on: string) => ({
    title,
    to: on ? `${base}&on=${on}` : base,
    isCurrent: device === on,
  })
  const tabs = [
    tab('Desktop', ''),
    tab('Phone', 'phone'),
    ...(version && version.number !== item.draftNumber ? [tab('Compare with the draft', 'changes')] : []),
  ]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 pb-3">
        <TabLinks label="View" look={FILTER_TABS} tabs={tabs} preventScrollReset />
        {version ? <VersionTitle item={item} version={version} /> : <DraftTitle />}
      </div>
      {changes ? (
        <VersionChanges changes={changes} />
      ) : (
        <PageFrame item={item} version={version} isPhone={device === 'phone'} />
      )}
    </>
  )
}

const DraftTitle = () => <p className="text-ink-soft">The draft as it was last saved</p>

function VersionTitle({ item, version }: { item: AdminContent; version: ContentVersion }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <p className="text-ink-soft">
        {version.number === 0 ? (
          'The initial text'
        ) : (
          <>
            Version {version.number}, <Timestamp at={version.createdAt} showTime />
            {version.author && `, ${version.author}`}
          </>
        )}
      </p>
      {version.number !== item.draftNumber && <RestoreButton item={item} version={version} />}
    </div>
  )
}

function PageFrame({ item, version, isPhone }: Pick<Props, 'item' | 'version'> & { isPhone: boolean }) {
  return (
    <div
      className={
        isPhone ? 'overflow-x-auto bg-paper-deep py-6' : 'h-[49.5rem] overflow-x-auto overflow-y-hidden'
      }
    >
      <iframe
        key={`${isPhone} ${item.version} ${version?.number}`}
        src={previewPath(item, version?.number)}
        title={`Preview of ${version ? `version ${version.number} of ` : ''}${item.title}`}
        className={`bg-white ${isPhone ? PHONE : DESKTOP}`}
      />
    </div>
  )
}

const PHONE = 'mx-auto h-[52rem] w-[24.375rem]'
/** At three quarters of its size, so that the store’s wide layout fits beside the sidebar. */
const DESKTOP = 'h-[66rem] w-[133.334%] min-w-[80rem] origin-top-left scale-75'
