import type { PageFields as PageFieldValues } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { EmbedLibrary } from '../rich-text/node-views.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { savedField } from './saved-field.ts'

type Props = { fields: PageFieldValues; library: EmbedLibrary; onTextChange(): void }

export function PageFields({ fields, library, onTextChange }: Props) {
  return (
    <>
      <Field label="Title" {...savedField('title', fields.title)} autoComplete="off" />
      <TextareaField
        label="Introduction"
        rows={2}
        {...savedField('lead', fields.lead)}
        hint="In large type, above the text. Names in braces, such as {{return-days}}, come from the settings."
      />
      <RichTextField
        name="body"
        label="Text"
        document={fields.body}
        library={library}
        onChange={onTextChange}
      />
      <TextareaField
        label="Description"
        rows={2}
        {...savedField('description', fields.description)}
        hint="For search engines and link previews"
      />
    </>
  )
}
