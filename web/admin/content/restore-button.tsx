import type { AdminContent, ContentVersion } from '#core/content/content.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'

export function RestoreButton({ item, version }: { item: AdminContent; version: ContentVersion }) {
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
