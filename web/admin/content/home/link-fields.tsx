import type { HomeTile } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { savedField } from '../saved-field.ts'

export function LinkFields({ name, link }: { name: string; link: HomeTile['link'] }) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Field label="Link text" {...savedField(`${name}.text`, link.text)} />
      <Field
        label="Link address"
        {...savedField(`${name}.url`, link.url)}
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  )
}
