import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { PUBLISH_STATUSES } from '#core/catalog/standing.ts'
import type { FormState } from '../account/outcome.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { SmallField, SmallSelect, SmallTextarea } from '../ui/small-field.tsx'

type Props = { draft: ProductDraft; edition?: number; told: FormState; children: string }

/** Everything that is said of a product, one field after the other; what was refused stays as it was typed. */
export function ProductForm({ draft, edition, told: { fields = {}, values }, children }: Props) {
  const kept = (name: string, otherwise: string) => ({
    name,
    defaultValue: values?.[name] ?? otherwise,
    error: fields[name],
  })
  return (
    <Form method="post" className="max-w-3xl space-y-8" noValidate>
      <input type="hidden" name="act" value="keep" />
      {edition !== undefined && <input type="hidden" name="edition" value={edition} />}
      <Group>
        <SmallField label="Name" {...kept('name', draft.name)} className="sm:col-span-2" />
        <SmallField label="Brand" {...kept('brand', draft.brand)} />
        <SmallSelect
          label="Category"
          options={CATEGORIES.map(option)}
          {...kept('category', draft.category)}
        />
        <SmallField label="One line about it" {...kept('tagline', draft.tagline)} className="sm:col-span-2" />
      </Group>
      <Group>
        <SmallField
          label="Price in US dollars"
          inputMode="decimal"
          {...kept('price', draft.price ? (draft.price / 100).toFixed(2) : '')}
        />
        <SmallField
          label="Price before, if it was higher"
          inputMode="decimal"
          {...kept(
            'originalPrice',
            draft.originalPrice === null ? '' : (draft.originalPrice / 100).toFixed(2),
          )}
        />
        <SmallField
          label="Size"
          inputMode="decimal"
          {...kept('sizeQuantity', draft.sizeQuantity === null ? '' : String(draft.sizeQuantity))}
        />
        <SmallSelect
          label="Unit"
          options={[{ value: '', title: 'none' }, option('ml'), option('g')]}
          {...kept('sizeUnit', draft.sizeUnit ?? '')}
        />
        <SmallSelect
          label="Standing"
          options={PUBLISH_STATUSES.map(option)}
          {...kept('status', draft.status)}
        />
        <Checkbox
          name="featured"
          label="Featured on the home page"
          defaultChecked={values ? 'featured' in values : draft.featured}
        />
      </Group>
      <SmallTextarea label="Description" rows={6} {...kept('description', draft.description)} />
      <Group>
        <SmallTextarea label="Benefits, one a line" {...kept('benefits', draft.benefits.join('\n'))} />
        <SmallTextarea label="How to use, one step a line" {...kept('howToUse', draft.howToUse.join('\n'))} />
        <SmallTextarea
          label="Ingredients, one a line"
          {...kept('ingredients', draft.ingredients.join('\n'))}
        />
        <SmallTextarea
          label="Words to be found by, one a line"
          {...kept('keywords', draft.keywords.join('\n'))}
        />
      </Group>
      <div className="sticky bottom-0 border-hairline border-t bg-white py-3">
        <Button type="submit" size="row">
          {children}
        </Button>
      </div>
    </Form>
  )
}

function Group({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</div>
}

const option = (value: string) => ({ value, title: value })
