import { type ReactNode, useId } from 'react'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import { BrandPreview } from './brand/brand-preview.tsx'
import { EmailPreview } from './emails/email-preview.tsx'
import { type SettingChoices, SettingControl } from './setting-control.tsx'
import type { SettingGroup, Topic } from './topic.ts'

type Props = SettingChoices & { topic: Topic }

export function SettingsForm({ topic, ...choices }: Props) {
  const { version } = choices
  const adminPath = useAdminPath()
  const result = usePageResult()
  const edits = useProductEdits(result ?? topic)
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`settings/${topic.id}`)}
      className="mt-6 space-y-8"
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
    >
      <input type="hidden" name="version" value={version} />
      {topic.groups.map((group) => (
        <Group key={group.title ?? ''} {...group}>
          {group.fields.map((field) => (
            <SettingControl key={field.name} field={field} {...choices} />
          ))}
        </Group>
      ))}
      {topic.id === 'emails' && <EmailPreview form={edits.form} version={version} />}
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
        <SubmitButton>Save</SubmitButton>
        {edits.hasChanges && (
          <Button variant="secondary" onClick={edits.discard}>
            Discard
          </Button>
        )}
        <span role="status" className="text-ink-soft">
          {edits.hasChanges && 'Unsaved changes'}
        </span>
      </div>
      {/* After the button that saves, which Enter in a field presses. */}
      {topic.id === 'brand' && <BrandPreview form={edits.form} brand={choices.settings.brand} />}
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="These settings have unsaved changes." />
      )}
    </ActionForm>
  )
}

type GroupProps = SettingGroup & { children: ReactNode }

function Group({ title, text, inline, fields, children }: GroupProps) {
  const id = useId()
  const columns = fields.length > 2 ? 'lg:grid-cols-[9rem_1fr_1fr_1fr]' : 'lg:grid-cols-[9rem_1fr_1fr]'
  const layout = inline ? `grid-cols-2 ${columns}` : 'sm:grid-cols-2'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't be an item of a grid
    <div role="group" aria-labelledby={title && id} className={`grid gap-x-8 gap-y-4 ${layout}`}>
      {title && (
        <h3 id={id} className={inline ? 'max-lg:col-span-2 lg:pt-6' : 'font-medium sm:col-span-2'}>
          {title}
        </h3>
      )}
      {text && (
        <p className={`text-ink-soft ${inline ? 'col-span-2 lg:pt-6' : '-mt-3 sm:col-span-2'}`}>{text}</p>
      )}
      {children}
    </div>
  )
}
