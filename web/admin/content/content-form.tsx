import type { AdminContent, ContentFields } from '#core/content/content.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useTimeZone } from '../ui/time-zone.ts'
import { AddressFields } from './address-fields.tsx'
import { HomeSections } from './home/home-sections.tsx'
import { CONTENT_FORM, sectionActions } from './home/move-actions.ts'
import { TextFields } from './text-fields.tsx'
import { type ContentEdits, useContentEdits } from './use-content-edits.ts'
import { useIsBusy } from './use-is-busy.ts'

export type ContentFormProps = {
  item: AdminContent | null
  content: ContentFields
  /** The pictures and products in the saved text. */
  pictures: PictureChoice[]
  products: Record<string, string>
  choices: PictureChoice[]
  /** Where the products of a section of Home come from. */
  sources: Option[]
}

export function ContentForm({ item, content, pictures, products, choices, sources }: ContentFormProps) {
  const path = useAdminPath()(`content/${item?.id ?? `new-${content.kind}`}`)
  const edits = useContentEdits(item?.version ?? 0)
  const library = {
    pictures: Object.fromEntries(pictures.map(({ value, url }) => [value, url])),
    products: { ...products },
  }
  return (
    <ActionForm
      ref={edits.form}
      id={CONTENT_FORM}
      action={`${path}/draft`}
      buttonActions={[`${path}/publish`, `${path}/schedule`, ...actionsOf(content, path)]}
      noValidate
      className="max-w-3xl space-y-8"
      onChange={edits.update}
      onSubmit={edits.allowNext}
    >
      {item && <VersionField version={item.version} />}
      {content.kind === 'home' && (
        <HomeSections fields={content.fields} choices={choices} sources={sources} onChange={edits.update} />
      )}
      {content.kind !== 'home' && (
        <>
          <TextFields content={content} library={library} choices={choices} onTextChange={edits.update} />
          <AddressFields item={item} kind={content.kind} />
        </>
      )}
      <SaveBar path={path} item={item} edits={edits} />
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This page has unsaved changes." />
      )}
    </ActionForm>
  )
}

/** A refused form keeps the version it was based on, so that saving again can’t undo someone else’s change. */
function VersionField({ version }: { version: number }) {
  const { values } = useFieldStates()
  return <input type="hidden" name="version" value={values?.version ?? version} />
}

const actionsOf = (content: ContentFields, path: string) =>
  content.kind === 'home' ? sectionActions(path, content.fields.sections) : []

type SaveBarProps = { path: string; item: AdminContent | null; edits: ContentEdits }

function SaveBar({ path, item, edits }: SaveBarProps) {
  const isBusy = useIsBusy()
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-t bg-white py-3">
      <SubmitButton variant="secondary" disabled={isBusy}>
        Save draft
      </SubmitButton>
      <SubmitButton formAction={`${path}/publish`} disabled={isBusy}>
        {item?.publishedNumber == null ? 'Publish' : 'Publish changes'}
      </SubmitButton>
      <details className="group open:w-full open:order-last">
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Schedule…
        </summary>
        <ScheduleFields action={`${path}/schedule`} isBusy={isBusy} />
      </details>
      <span role="status" className="text-ink-soft">
        {edits.hasChanges && 'Unsaved changes'}
      </span>
    </div>
  )
}

function ScheduleFields({ action, isBusy }: { action: string; isBusy: boolean }) {
  const timeZone = useTimeZone()
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 pt-1 pb-2">
      <Field
        label="Publish at"
        name="publish_at"
        type="datetime-local"
        hint={`In ${timeZone}, the store’s time zone`}
        className="w-64 max-w-full"
      />
      <SubmitButton formAction={action} variant="secondary" disabled={isBusy} className="mt-5">
        Schedule
      </SubmitButton>
    </div>
  )
}
