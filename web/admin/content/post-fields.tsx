import type { PostFields as PostFieldValues } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { EmbedLibrary } from '../rich-text/node-views.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { type PictureChoice, PictureField } from './picture-field.tsx'
import { savedField } from './saved-field.ts'

type Props = {
  fields: PostFieldValues
  library: EmbedLibrary
  choices: PictureChoice[]
  onTextChange(): void
}

export function PostFields({ fields, library, choices, onTextChange }: Props) {
  return (
    <>
      <Field label="Title" {...savedField('title', fields.title)} autoComplete="off" />
      <PictureField
        name="pictureId"
        label="Picture"
        saved={fields.pictureId}
        choices={choices}
        none="No picture"
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
        hint="In the Journal’s list, for search engines, and in link previews"
      />
      <Field label="Author" {...savedField('author', fields.author)} className="max-w-sm" />
    </>
  )
}
