import type { AdminCategory } from '#core/catalog/categories/manage-categories.server.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { PictureField } from '../pictures/picture-field.tsx'

export type CategoryValues = Pick<
  AdminCategory,
  'name' | 'slug' | 'description' | 'pictureId' | 'parentId' | 'hidden'
>

type Props = { category: CategoryValues; parents: readonly Option[]; choices: PictureChoice[] }

export function CategoryFields({ category, parents, choices }: Props) {
  const { name, slug, description, pictureId, parentId, hidden } = category
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Field label="Name" name="name" defaultValue={name} data-saved={name} />
        <Field
          label="Slug"
          name="slug"
          defaultValue={slug}
          data-saved={slug}
          hint="For the API and feeds. Leave it empty to take it from the name."
        />
        <Select
          label="Inside"
          name="parentId"
          options={[['', 'None (first level)'], ...parents]}
          defaultValue={parentId ?? ''}
          data-saved={parentId ?? ''}
        />
        <Checkbox
          name="hidden"
          label="Hide it from menus and lists"
          defaultChecked={hidden}
          data-saved={hidden ? 'on' : ''}
        />
      </div>
      <TextareaField
        label="Description"
        name="description"
        rows={3}
        defaultValue={description}
        data-saved={description}
        hint="Shown above its products, and in search results."
      />
      <PictureField
        name="pictureId"
        label="Picture"
        kind="id"
        saved={pictureId ?? ''}
        choices={choices}
        none="No picture"
        hint="For Home and the menu. Without one, they show its newest product."
      />
    </>
  )
}
