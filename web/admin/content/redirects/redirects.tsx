import { invalidInput } from '#core/errors.ts'
import { MAX_REDIRECTS, readRedirectLines } from '#core/redirects/redirect.ts'
import {
  deleteRedirects,
  type ListedRedirect,
  listRedirects,
  saveRedirects,
} from '#core/redirects/redirects.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta, useAdminPath } from '../../admin-context.ts'
import { type AdminForm, adminAction, listLoader } from '../../admin-route.ts'
import { ConfirmDetails } from '../../ui/confirm-details.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { Route } from './+types/redirects'

export const meta = adminMeta('Redirects')

export const loader = listLoader(listRedirects)

const FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, form }) => {
    const lines = readRedirectLines(fieldText(form, 'lines'))
    if ('error' in lines) throw invalidInput('lines', lines.error)
    await saveRedirects(ctx, lines.redirects)
    return 'redirects-saved'
  },
  removal: async ({ ctx, form }) => {
    const paths = form.getAll('id').map(String)
    if (!paths.length) throw invalidInput('id', 'Choose at least one redirect.')
    await deleteRedirects(ctx, paths)
    return 'redirects-deleted'
  },
}

export const action = adminAction(FORMS, 'Redirects not changed')

const REMOVAL_FORM_ID = 'removal'

const COLUMNS: Column<ListedRedirect>[] = [
  {
    title: 'Old address',
    placement: 'full',
    sorts: ['path', 'path-down', 'ascending'],
    cell: ({ path }) => <span className="[overflow-wrap:anywhere]">{path}</span>,
  },
  { title: 'Leads to', cell: ({ target }) => <span className="[overflow-wrap:anywhere]">{target}</span> },
  {
    title: 'Added',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

export default function Redirects({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Redirects"
        lead="Where addresses of your former store lead. They apply where the store has no page. Product, category, blog, and account pages of Shopify and WooCommerce are found without an entry here."
      />
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        searchLabel="Search by address"
        label="Redirects"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        selection={{ form: REMOVAL_FORM_ID, name: ({ path }) => path }}
        empty="No redirects."
      />
      <div className="mt-4">
        <ConfirmDetails
          id={REMOVAL_FORM_ID}
          label="Delete selected…"
          question="Visitors of these addresses will see that the page wasn’t found."
          action={adminPath('content/redirects/removal')}
          confirmLabel="Delete redirects"
        />
      </div>
      <div className="mt-10 max-w-prose">
        <Section title="Add redirects">
          <ActionForm action={adminPath('content/redirects')} noValidate className="space-y-4">
            <TextareaField
              label="Old and new address (one pair per line)"
              name="lines"
              rows={6}
              placeholder={'/products/rose, /product/rose-oil\n/pages/our-story, /pages/about'}
              hint={`Separated by a comma, or copied from a spreadsheet or Shopify’s export of URL redirects. Up to ${MAX_REDIRECTS.toLocaleString('en-US')} in all.`}
            />
            <SubmitButton>Add redirects</SubmitButton>
          </ActionForm>
        </Section>
      </div>
    </>
  )
}
