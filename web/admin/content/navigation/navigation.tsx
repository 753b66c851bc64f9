import type { LinkType } from '#core/content/navigation/arrangement.ts'
import {
  type AdminNavigation,
  findNavigation,
  listLinkTargets,
} from '#core/content/navigation/manage-navigation.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../../admin-context.ts'
import { adminAction } from '../../admin-route.ts'
import { UnsavedChangesDialog } from '../../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../../products/use-product-edits.ts'
import { HeaderLink } from '../../ui/admin-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/navigation'
import { ColumnList } from './column-list.tsx'
import { LinkList } from './link-list.tsx'
import { NAVIGATION_FORMS } from './navigation-forms.ts'

export const meta = adminMeta('Menu and footer')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [navigation, targets] = await Promise.all([
    refusalToResponse(findNavigation(ctx)),
    listLinkTargets(ctx),
  ])
  const choices = targets.map(({ path, name, type }) => ({ path, title: `${name} · ${KINDS[type]}` }))
  return { navigation, choices }
}

const KINDS: Record<LinkType, string> = {
  home: 'page',
  catalog: 'all products',
  journal: 'all posts',
  page: 'page',
  post: 'post',
  category: 'category',
  collection: 'collection',
  address: 'address',
}

export const action = adminAction(NAVIGATION_FORMS, 'Links not saved')

export default function NavigationScreen({ loaderData: { navigation, choices } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Menu and footer"
        lead="The links on every page of the store. They follow the names and addresses of what they lead to, and leave out what is hidden."
      >
        <ActionLink to="/">View store</ActionLink>
        <HeaderLink to="content">Content</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <datalist id="link-targets">
        {choices.map(({ path, title }) => (
          <option key={path} value={path} label={title} />
        ))}
      </datalist>
      <NavigationForm key={navigation.version} navigation={navigation} />
      {navigation.isArranged && <ResetForm version={navigation.version} />}
    </>
  )
}

function NavigationForm({ navigation }: { navigation: AdminNavigation }) {
  const { version, header, columns, social } = navigation
  const edits = useProductEdits(usePageResult() ?? navigation)
  return (
    <ActionForm
      ref={edits.form}
      action={useAdminPath()('content/navigation')}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="max-w-4xl space-y-10"
    >
      <input type="hidden" name="version" value={version} />
      <Section title="Menu">
        <p className="-mt-2 mb-4 max-w-prose text-ink-soft">
          At the top of every page. An empty label shows the name of the page.
        </p>
        <LinkList name="header" label="Menu" links={header} max="header" onChange={edits.update} />
      </Section>
      <Section title="Footer">
        <p className="-mt-2 mb-4 max-w-prose text-ink-soft">
          Up to four columns. Your contact details and the shopper’s region follow them.
        </p>
        <ColumnList columns={columns} onChange={edits.update} />
      </Section>
      <Section title="Social media">
        <p className="-mt-2 mb-4 max-w-prose text-ink-soft">
          Your profiles, such as https://instagram.com/yourstore, below the store’s name in the footer.
        </p>
        <LinkList name="social" label="Social media" links={social} max="social" onChange={edits.update} />
      </Section>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
        <SubmitButton>Save</SubmitButton>
        <span role="status" className="text-ink-soft">
          {edits.hasChanges && 'Unsaved changes'}
        </span>
      </div>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog
          blocker={edits.blocker}
          message="The menu and the footer have unsaved changes."
        />
      )}
    </ActionForm>
  )
}

function ResetForm({ version }: { version: number }) {
  return (
    <details className="mt-6 max-w-4xl border-hairline border-t pt-4">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        Restore the initial links…
      </summary>
      <ActionForm action={useAdminPath()('content/navigation/reset')} className="space-y-3 pb-2">
        <input type="hidden" name="version" value={version} />
        <p className="max-w-prose">
          The menu and the footer are as in a new store again, with the pages that are linked now. Labels,
          columns, and social media are removed.
        </p>
        <SubmitButton>Restore the initial links</SubmitButton>
      </ActionForm>
    </details>
  )
}
