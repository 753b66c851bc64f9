import type { AdminContent, ContentVersion } from '#core/content/content.ts'
import type { ListPage } from '#core/pagination.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { ConfirmIntent } from './confirm-intent.tsx'
import { STATUS_LABELS, STATUS_TONES } from './content-labels.ts'

type Props = { item: AdminContent; versions: ListPage<ContentVersion> }

export function ContentSide({ item, versions }: Props) {
  return (
    <div className="space-y-10">
      <PublishStatus item={item} />
      <Versions item={item} versions={versions} />
      {!item.isBuiltIn && (
        <ConfirmIntent
          item={item}
          intent="delete"
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
        <ConfirmIntent
          item={item}
          intent="unpublish"
          label="Cancel schedule…"
          question="Cancel the scheduled publishing? The draft stays."
          confirmLabel="Cancel schedule"
        />
      )}
      {!publishAt && !isBuiltIn && publishedNumber !== null && (
        <ConfirmIntent
          item={item}
          intent="unpublish"
          label="Unpublish…"
          question="Take this off the store? It becomes a draft."
          confirmLabel="Unpublish"
        />
      )}
    </Section>
  )
}

function Versions({ item, versions: { rows, next, previous } }: Props) {
  return (
    <Section title="Versions">
      <ol className="divide-y divide-hairline border-hairline border-y">
        {rows.map((version) => (
          <li key={version.number} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block">{versionName(item, version)}</span>
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

function RestoreButton({ item, version }: { item: AdminContent; version: ContentVersion }) {
  return (
    <ActionForm action={useAdminPath()(`content/${item.id}`)} navigate>
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="version" value={item.version} />
      <input type="hidden" name="number" value={version.number} />
      <TextButton>
        Restore<span className="sr-only"> version {version.number}</span>
      </TextButton>
    </ActionForm>
  )
}
