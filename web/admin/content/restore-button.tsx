import type { AdminContent, ContentVersion } from '#core/content/content.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'

export function RestoreButton({ item, version }: { item: AdminContent; version: ContentVersion }) {
  const action = useAdminPath()(`content/${item.id}/versions/${version.number}/restore`)
  return (
    <ActionForm action={action} navigate>
      <input type="hidden" name="version" value={item.version} />
      <TextButton>
        Restore<span className="sr-only"> version {version.number}</span>
      </TextButton>
    </ActionForm>
  )
}
