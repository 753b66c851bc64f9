import type { AdminContent, Navigation } from '#core/content/content.ts'
import { contentPath } from '#core/content/content-path.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { savedField } from './saved-field.ts'

const PLACES: Record<Navigation, string> = { none: 'Nowhere', footer: 'In the footer', menu: 'In the menu' }

export function AddressFields({ item, kind }: { item: AdminContent | null; kind: 'page' | 'post' }) {
  if (item?.isBuiltIn)
    return (
      <p className="text-ink-soft">
        Address: <span className="text-ink">{contentPath(item)}</span>. The store links to this page, so its
        address can’t change.
      </p>
    )
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Field
        label="Address"
        {...savedField('slug', item?.slug ?? '')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${contentPath({ kind, slug: '…' })} ${item ? 'The old address leads to the new one.' : 'If empty, it’s made from the title.'}`}
      />
      {kind === 'page' && (
        <Select
          label="Link to it"
          options={Object.entries(PLACES)}
          {...savedField('navigation', item?.navigation ?? 'none')}
          hint="Its place and label are under Menu and footer."
        />
      )}
    </div>
  )
}
