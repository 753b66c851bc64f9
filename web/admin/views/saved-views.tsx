import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { viewParams } from '#core/saved-views/saved-view.ts'
import type { SavedView } from '#core/saved-views/saved-views.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { FILTER_TABS } from '#web/ui/tab-looks.ts'

/** Above a list: its saved views, and a form to save what it shows now. */
export function SavedViews({ views }: { views: SavedView[] }) {
  const { pathname, search } = useLocation()
  const shownParams = viewParams(search)
  const current = views.find(({ params }) => params === shownParams)
  const tabs = views.map(({ id, name, params }) => {
    return { title: name, to: `${pathname}?${params}#view-${id}`, isCurrent: id === current?.id }
  })
  if (!views.length && !shownParams) return null
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-5">
      {tabs.length > 0 && (
        <>
          <span className="text-ink-soft">Views:</span>
          <TabLinks label="Saved views" look={FILTER_TABS} tabs={tabs} />
        </>
      )}
      {!current && shownParams && <SaveView search={search} />}
      {current && <EditView key={`${current.id} ${current.version}`} view={current} />}
    </div>
  )
}

function SaveView({ search }: { search: string }) {
  return (
    <Menu title="Save view">
      <ActionForm className="space-y-3">
        <input type="hidden" name="view" value="save" />
        <input type="hidden" name="search" value={search} />
        <Field label="Name of the view" name="name" maxLength={40} autoComplete="off" required />
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" name="shared" className="size-4 accent-rosewood" />
          Share with everyone who sees this list
        </label>
        <SubmitButton>Save</SubmitButton>
      </ActionForm>
    </Menu>
  )
}

function EditView({ view: { id, name, version, isShared } }: { view: SavedView }) {
  const hidden = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  return (
    <Menu title="Edit view">
      <p className="mb-3 text-ink-soft">
        {isShared ? 'Everyone who sees this list sees this view.' : 'Only you see this view.'}
      </p>
      <ActionForm className="space-y-3">
        {hidden}
        <Field
          label="Name of the view"
          name="name"
          defaultValue={name}
          maxLength={40}
          autoComplete="off"
          required
        />
        <SubmitButton name="view" value="rename">
          Rename
        </SubmitButton>
      </ActionForm>
      <ActionForm className="mt-2">
        {hidden}
        <TextButton name="view" value="delete">
          Delete view
        </TextButton>
      </ActionForm>
    </Menu>
  )
}

function Menu({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="relative">
      <summary className="link-line inline-flex min-h-9 cursor-pointer items-center">{title}</summary>
      <div className="absolute left-0 z-20 mt-1 w-72 border border-hairline bg-white p-4">{children}</div>
    </details>
  )
}
