import { listContent } from '#core/content/admin-content.server.ts'
import { CONTENT_KINDS, type ContentSummary } from '#core/content/content.ts'
import { contentPath } from '#core/content/content-path.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/content'
import { CONTENT_FILTERS, CONTENT_SCOPE, KIND_LABELS, STATUS_LABELS, STATUS_TONES } from './content-labels.ts'

export const meta = adminMeta('Content')

export const loader = listLoader((ctx, { scope, ...listQuery }) =>
  listContent(ctx, { ...listQuery, kind: CONTENT_KINDS.find((kind) => kind === scope) }),
)

const COLUMNS: Column<ContentSummary>[] = [
  {
    title: 'Title',
    placement: 'full',
    cell: ({ id, title }) => <CellLink to={`content/${id}`}>{title}</CellLink>,
  },
  { title: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    title: 'Address',
    placement: 'desktop',
    cell: (item) => <span className="text-ink-soft">{contentPath(item)}</span>,
  },
  { title: 'Status', placement: 'beside', cell: (item) => <Status item={item} /> },
  {
    title: 'Last changed',
    placement: 'desktop',
    sorts: ['updated', 'oldest', 'descending'],
    cell: ({ updatedAt }) => <Timestamp at={updatedAt} showTime />,
  },
]

export default function Content({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Content" lead="The home page, your pages, and the Journal.">
        <HeaderLink to="content/navigation">Menu and footer</HeaderLink>
        <HeaderLink to="content/redirects">Redirects</HeaderLink>
        <ButtonLink to={adminPath('content/new-page')} variant="secondary">
          New page
        </ButtonLink>
        <ButtonLink to={adminPath('content/new-post')}>New post</ButtonLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={CONTENT_FILTERS}
        scope={CONTENT_SCOPE}
        searchLabel="Search by title"
        label="Content"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="updated"
        empty="Nothing matches. Write a new page or a Journal post."
      />
    </>
  )
}

function Status({ item: { status, publishAt } }: { item: ContentSummary }) {
  return (
    <StatusDot tone={STATUS_TONES[status]}>
      {STATUS_LABELS[status]}
      {publishAt && (
        <>
          {' '}
          for <Timestamp at={publishAt} />
        </>
      )}
    </StatusDot>
  )
}
