import type { ContentFields } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import type { EmbedLibrary } from '../rich-text/node-views.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { savedField } from './saved-field.ts'

type Props = {
  content: Exclude<ContentFields, { kind: 'home' }>
  library: EmbedLibrary
  choices: PictureChoice[]
  onTextChange(): void
}

/** The fields of a page or a post. */
export function TextFields({ content, library, choices, onTextChange }: Props) {
  const { title, description, body } = content.fields
  const isPost = content.kind === 'post'
  return (
    <>
      <Field label="Title" {...savedField('title', title)} autoComplete="off" />
      {isPost ? (
        <PictureField
          name="pictureId"
          label="Picture"
          kind="id"
          saved={content.fields.pictureId ?? ''}
          choices={choices}
          none="No picture"
        />
      ) : (
        <TextareaField
          label="Introduction"
          rows={2}
          {...savedField('lead', content.fields.lead)}
          hint="In large type, above the text. Names in braces, such as {{return-days}}, come from the settings."
        />
      )}
      <RichTextField name="body" label="Text" document={body} library={library} onChange={onTextChange} />
      <TextareaField
        label="Description"
        rows={2}
        {...savedField('description', description)}
        hint={
          isPost
            ? 'In the Journal’s list, for search engines, and in link previews'
            : 'For search engines and link previews'
        }
      />
      {isPost && (
        <Field label="Author" {...savedField('author', content.fields.author)} className="max-w-sm" />
      )}
    </>
  )
}
