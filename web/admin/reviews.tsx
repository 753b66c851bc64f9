import { Form, Link } from 'react-router'
import { type AdminReview, listAdminReviews, moderateReviews } from '#core/reviews/moderate-reviews.server.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { useFormResult } from '../forms/use-form-result.ts'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import type { Route } from './+types/reviews'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from './admin-context.ts'
import { ExportLink } from './ui/export-link.tsx'
import { pluralize } from './ui/pluralize.ts'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'

export const meta = adminMeta('Reviews')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminReviews(requireAdmin({ context, url }), listQueryFrom(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Couldn’t update reviews', form, async () => {
    const status = form.get('status') === 'published' ? 'published' : 'rejected'
    const moderatedCount = await moderateReviews(ctx, form.getAll('id').map(String).slice(0, 500), status)
    return {
      notice: {
        title:
          status === 'published'
            ? pluralize(moderatedCount, 'review published', 'reviews published')
            : pluralize(moderatedCount, 'review rejected', 'reviews rejected'),
      },
      status: 200,
    }
  })
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'pending', title: 'Pending' },
  { name: 'published', title: 'Published' },
  { name: 'rejected', title: 'Rejected' },
]
const STATUS_LABELS = { pending: 'Pending', published: 'Published', rejected: 'Rejected' } as const
const TONES = { pending: 'attention', published: 'success', rejected: 'neutral' } as const

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const resultNotice = useFormResult(actionData)
  const adminPath = useAdminPath()
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
      cell: ({ productId, product }) => (
        <Link to={adminPath(`products/${productId}`)} className="link-line">
          {product}
        </Link>
      ),
    },
    {
      title: 'Rating',
      align: 'end',
      placement: 'side',
      sorts: ['stars', 'stars-down', 'ascending'],
      cell: ({ rating }) => `${rating} out of 5`,
    },
    {
      title: 'Status',
      placement: 'beside',
      cell: ({ status }) => <StatusDot tone={TONES[status]}>{STATUS_LABELS[status]}</StatusDot>,
    },
    {
      title: 'Submitted',
      placement: 'desktop',
      sorts: ['newest', 'oldest', 'descending'],
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
  ]
  return (
    <>
      <ScreenHeader title="Reviews">
        <ExportLink list="reviews" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by text or author" />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <DataTable
        label="Reviews"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        selection={{ form: 'bulk', name: ({ author, product }) => `the review of ${product} by ${author}` }}
        defaultSort="newest"
        empty="No reviews match."
      />
      {rows.length > 0 && (
        <Form
          method="post"
          id="bulk"
          className="sticky bottom-0 flex items-center gap-3 border-hairline border-t bg-white py-3"
        >
          <span className="mr-2 text-ink-soft">Selected reviews:</span>
          <Button type="submit" name="status" value="published" variant="secondary" size="small">
            Publish
          </Button>
          <Button type="submit" name="status" value="rejected" variant="secondary" size="small">
            Reject
          </Button>
        </Form>
      )}
      <Pager next={next} previous={previous} />
    </>
  )
}
