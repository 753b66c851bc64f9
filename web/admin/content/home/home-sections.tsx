import type { ReactNode } from 'react'
import type { HomeFields } from '#core/content/content.ts'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../../pictures/picture-choice.ts'
import { PictureField } from '../../pictures/picture-field.tsx'
import { savedField } from '../saved-field.ts'
import { BlockFields } from './block-fields.tsx'
import { LinkFields } from './link-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SECTION_LABELS, sectionLabel } from './section-labels.ts'
import { TileFields } from './tile-fields.tsx'

type Props = { fields: HomeFields; choices: PictureChoice[]; sources: Option[]; onChange(): void }

/** The names of the fields are their paths in `HomeFields`. */
export function HomeSections({ fields, choices, sources, onChange }: Props) {
  const { sections, blocks, schedules, hero, showOffers, tiles, story } = fields
  const schedule = (section: string) =>
    sections.includes(section) && <ScheduleFields section={section} schedule={schedules[section]} />
  return (
    <>
      <FieldSection title="Hero">
        <PictureField
          name="hero.pictureId"
          label="Picture"
          kind="id"
          saved={hero.pictureId ?? ''}
          choices={choices}
          none="The store’s own"
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
          label="Line with the current offers"
          options={[
            ['yes', 'Shown'],
            ['no', 'Hidden'],
          ]}
          {...savedField('showOffers', showOffers ? 'yes' : 'no')}
          className="max-w-sm"
        />
        {schedule('offers')}
      </FieldSection>
      {(['products', 'categories'] as const).map(
        (section) =>
          sections.includes(section) && (
            <FieldSection key={section} title={SECTION_LABELS[section]}>
              {schedule(section)}
            </FieldSection>
          ),
      )}
      <FieldSection title="Tiles">
        {/* Saving leaves out empty tiles, so the others move up. */}
        <TileFields key={tiles.length} tiles={tiles} onMove={onChange} />
        {schedule('tiles')}
      </FieldSection>
      <FieldSection title="Story">
        <PictureField
          name="story.pictureId"
          label="Picture"
          kind="id"
          saved={story.pictureId ?? ''}
          choices={choices}
          none="No picture"
        />
        <Field label="Label" {...savedField('story.label', story.label)} className="max-w-sm" />
        <TextareaField
          label="Text"
          {...savedField('story.text', story.text)}
          hint="An ingredient, a ritual, or how you work, in a few sentences"
        />
        <LinkFields name="story.link" link={story.link} />
        {schedule('story')}
      </FieldSection>
      {blocks.map((block, index) => (
        <FieldSection key={block.id} title={sectionLabel(block.id, blocks)}>
          <BlockFields name={`blocks.${index}`} block={block} choices={choices} sources={sources} />
          {schedule(block.id)}
        </FieldSection>
      ))}
    </>
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
