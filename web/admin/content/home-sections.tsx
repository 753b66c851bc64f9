import type { ReactNode } from 'react'
import type { HomeFields, HomeTile } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { MAX_TILES } from './content-labels.ts'
import { savedField } from './saved-field.ts'

type Props = { fields: HomeFields; choices: PictureChoice[] }

/** The names of the fields are their paths in `HomeFields`. */
export function HomeSections({ fields: { hero, showOffers, tiles, story }, choices }: Props) {
  return (
    <>
      <FieldSection title="Hero">
        <PictureField
          name="hero.pictureId"
          label="Picture"
          kind="id"
          saved={hero.pictureId ?? ''}
          choices={choices}
          none="The store’s own photograph"
        />
        <Field label="Label" {...savedField('hero.label', hero.label)} className="max-w-sm" />
        <TextareaField
          label="Heading"
          rows={2}
          {...savedField('hero.heading', hero.heading)}
          hint="One or two short lines"
        />
        <TextareaField label="Text" rows={2} {...savedField('hero.text', hero.text)} />
        <LinkFields name="hero.link" link={hero.link} />
      </FieldSection>
      <FieldSection title="Offers">
        <Select
          label="Band with the current offers"
          options={[
            ['yes', 'Shown'],
            ['no', 'Hidden'],
          ]}
          {...savedField('showOffers', showOffers ? 'yes' : 'no')}
          className="max-w-sm"
        />
      </FieldSection>
      {TILE_INDEXES.map((index) => (
        <TileFields key={index} index={index} tile={tiles[index]} />
      ))}
      <FieldSection title="Story">
        <Field label="Label" {...savedField('story.label', story.label)} className="max-w-sm" />
        <TextareaField label="Text" {...savedField('story.text', story.text)} />
      </FieldSection>
    </>
  )
}

const TILE_INDEXES = Array.from({ length: MAX_TILES }, (_, index) => index)

const TILES = Object.entries({
  '': 'No tile',
  text: 'Text',
  featured: 'Featured products',
  offers: 'Current offers',
})

function TileFields({ index, tile }: { index: number; tile: HomeTile | undefined }) {
  const name = `tiles.${index}`
  return (
    <FieldSection title={`Tile ${index + 1}`}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Select label="Shows" options={TILES} {...savedField(`${name}.kind`, tile?.kind ?? '')} />
        <Field label="Title" {...savedField(`${name}.title`, tile?.title ?? '')} />
      </div>
      <TextareaField
        label="Text"
        rows={2}
        {...savedField(`${name}.text`, tile?.text ?? '')}
        hint="With products or offers, this text is shown only if there are none."
      />
      <LinkFields name={`${name}.link`} link={tile?.link ?? { text: '', url: '' }} />
    </FieldSection>
  )
}

function LinkFields({ name, link }: { name: string; link: HomeTile['link'] }) {
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

function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-hairline border-t pt-5">
      <fieldset className="space-y-4">
        <legend className="font-display text-name">{title}</legend>
        {children}
      </fieldset>
    </div>
  )
}
