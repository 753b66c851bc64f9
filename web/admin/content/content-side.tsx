import type { ReactNode } from 'react'
import type { AdminContent, ContentVersion } from '#core/content/content.ts'
import type { ListPage } from '#core/pagination.ts'
import { Pager } from '#web/ui/lists/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import { STATUS_LABELS, STATUS_TONES } from './content-labels.ts'
import { RestoreButton } from './restore-button.tsx'

type Props = { item: AdminContent; versions: ListPage<ContentVersion>; children?: ReactNode }

export function ContentSide({ item, versions, children }: Props) {
  return (
    <div className="space-y-10">
      <PublishStatus item={item} />
      {children}
      <Versions item={item} versions={versions} />
      {!item.isBuiltIn && (
        <ConfirmAction
          item={item}
          action="delete"
          label="Delete…"
          question={`Delete “${item.title}”? Its address will lead to “page not found”. This can’t be undone.`}
          confirmLabel="Delete"
        />
      )}
    </div>
  )
}

function PublishStatus({ item }: { item: AdminContent }) {
  const { status, isBuiltIn, publishedAt, publishAt, publishedNumber } = item
  return (
    <Section title="Status">
      <p>
        <StatusDot tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusDot>
      </p>
      <div className="mt-1 space-y-1 text-ink-soft">
        {publishAt && (
          <p>
            Goes live <Timestamp at={publishAt} showTime />
          </p>
        )}
        {publishedAt && (
          <p>
            Published <Timestamp at={publishedAt} showTime />
          </p>
        )}
        {isBuiltIn && publishedNumber === 0 && <p>The store’s initial text</p>}
      </div>
      {publishAt && (
        <ConfirmAction
          item={item}
          action="unpublish"
          label="Cancel schedule…"
          question="Cancel the scheduled publishing? The draft stays."
          confirmLabel="Cancel schedule"
        />
      )}
      {!publishAt && !isBuiltIn && publishedNumber !== null && (
        <ConfirmAction
          item={item}
          action="unpublish"
          label="Unpublish…"
          question="Take this off the store? It becomes a draft."
          confirmLabel="Unpublish"
        />
      )}
    </Section>
  )
}

function Versions({ item, versions: { rows, next, previous } }: Omit<Props, 'children'>) {
  return (
    <Section title="Versions">
      <ol className="divide-y divide-hairline border-hairline border-y">
        {rows.map((version) => (
          <li key={version.number} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <TextLink to={`?view=version&number=${version.number}`} className="block">
                {versionName(item, version)}
              </TextLink>
              <span className="block truncate text-ink-soft">
                {version.number === 0 ? (
                  'Part of the store'
                ) : (
                  <>
                    <Timestamp at={version.createdAt} showTime />
                    {version.author && `, ${version.author}`}
                  </>
                )}
              </span>
            </span>
            {version.number !== item.draftNumber && <RestoreButton item={item} version={version} />}
          </li>
        ))}
      </ol>
      <Pager next={next} previous={previous} />
    </Section>
  )
}

function versionName(item: AdminContent, { number }: ContentVersion): string {
  const name = number === 0 ? 'Initial text' : `Version ${number}`
  const uses = [
    number === item.publishedNumber && 'live',
    number === item.scheduledNumber && 'scheduled',
    number === item.draftNumber && number !== item.publishedNumber && 'draft',
  ].filter(Boolean)
  return uses.length ? `${name} (${uses.join(', ')})` : name
}
