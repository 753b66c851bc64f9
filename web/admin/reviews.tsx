import { Form } from 'react-router'
import { type AdminReview, listAdminReviews, moderateReviews } from '#core/reviews/moderate-reviews.server.ts'
import { FormNotice } from '../forms/form-notice.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { BULK_BAR, SelectedCount } from '../ui/lists/bulk-bar.tsx'
import { DataList } from '../ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '../ui/lists/data-table.tsx'
import { toFilters } from '../ui/lists/list-toolbar.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import type { Route } from './+types/reviews'
import { adminMeta } from './admin-context.ts'
import { type AdminFormArgs, adminAction, listLoader } from './admin-route.ts'
import { AdminLink } from './ui/admin-link.tsx'
import { ExportLink } from './ui/export-link.tsx'
import { pluralize } from './ui/pluralize.ts'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'

export const meta = adminMeta('Reviews')

export const loader = listLoader(listAdminReviews)

export const action = adminAction({ '': moderate }, 'Couldn’t update reviews')

async function moderate({ ctx, form }: AdminFormArgs) {
  const status = form.get('status') === 'published' ? 'published' : 'rejected'
  const count = await moderateReviews(ctx, form.getAll('id').map(String).slice(0, 500), status)
  return { notice: { title: pluralize(count, `review ${status}`, `reviews ${status}`) }, status: 200 }
}

const STATUS_LABELS = { pending: 'Pending', published: 'Published', rejected: 'Rejected' } as const
const TONES = { pending: 'attention', published: 'success', rejected: 'neutral' } as const

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const columns: Column<AdminReview>[] = [
    {
      title: 'Review',
      placement: 'lead',
      cell: ({ title, body, author }) => (
        <span className="block max-w-[70ch] py-1">
          {title && <span className="block">{title}</span>}
          <span className="block text-ink-soft">{body}</span>
          <span className="block text-ink-soft">{author}</span>
        </span>
      ),
    },
    {
      title: 'Product',
      cell: ({ productId, product }) => <AdminLink to={`products/${productId}`}>{product}</AdminLink>,
    },
    {
      title: 'Rating',
      align: 'end',
      placement: 'side',
      sorts: ['stars', 'stars-down', 'ascending'],
      cell: ({ rating }) => <span className="whitespace-nowrap">{`${rating} out of 5`}</span>,
    },
    {
      title: 'Status',
      placement: 'beside',
      cell: ({ status }) => <StatusDot tone={TONES[status]}>{STATUS_LABELS[status]}</StatusDot>,
    },
    {
      title: 'Submitted',
      placement: 'desktop',
      sorts: BY_DATE,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
  ]
  return (
    <>
      <ScreenHeader title="Reviews">
        <ExportLink list="reviews" />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={toFilters(STATUS_LABELS)}
        searchLabel="Search by text or author"
        label="Reviews"
        columns={columns}
        page={loaderData}
        selection={{ form: 'bulk', name: ({ author, product }) => `the review of ${product} by ${author}` }}
        defaultSort="newest"
        empty="No reviews match."
        bulkActions={<BulkActions />}
      />
    </>
  )
}

function BulkActions() {
  return (
    <Form method="post" id="bulk" className={BULK_BAR}>
      <SelectedCount form="bulk" />
      <SubmitButton name="status" value="published" variant="secondary">
        Publish
      </SubmitButton>
      <SubmitButton name="status" value="rejected" variant="secondary">
        Reject
      </SubmitButton>
    </Form>
  )
}
