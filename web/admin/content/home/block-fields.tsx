import type { HomeBlock } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../../pictures/picture-choice.ts'
import { PictureField } from '../../pictures/picture-field.tsx'
import { savedField } from '../saved-field.ts'
import { LinkFields } from './link-fields.tsx'

type Props = { name: string; block: HomeBlock; choices: PictureChoice[]; sources: Option[] }

const LABELS: Record<HomeBlock['kind'], string> = {
  products: 'Heading',
  journal: 'Heading',
  story: 'Label',
  quote: 'Whose words',
  picture: 'Label',
}

/** The fields of a section that the owner added, by its kind. */
export function BlockFields({ name, block, choices, sources }: Props) {
  const { kind, label, text, link, pictureId, source } = block
  const hasText = kind !== 'products' && kind !== 'journal'
  return (
    <>
      {kind === 'products' && (
        <Select
          label="Products"
          options={
            sources.some(([value]) => value === source) ? sources : [[source, 'No longer there'], ...sources]
          }
          {...savedField(`${name}.source`, source)}
          hint="The newest six in stock. A collection by rule lists products by rule."
          className="max-w-sm"
        />
      )}
      {(kind === 'story' || kind === 'picture') && (
        <PictureField
          name={`${name}.pictureId`}
          label="Picture"
          kind="id"
          saved={pictureId ?? ''}
          choices={choices}
          none="No picture"
        />
      )}
      <Field label={LABELS[kind]} {...savedField(`${name}.label`, label)} className="max-w-sm" />
      {hasText && <TextareaField label="Text" rows={3} {...savedField(`${name}.text`, text)} />}
      {kind !== 'journal' && <LinkFields name={`${name}.link`} link={link} />}
    </>
  )
}
