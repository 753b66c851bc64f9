import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import type { FormState } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallField, SmallSelect, SmallTextarea } from '#web/ui/small-field.tsx'

type Props = { draft: ProductDraft; edition?: number; formState: FormState; children: string }

/** Everything that is said of a product, one field after the other; what was refused stays as it was typed. */
export function ProductForm({ draft, edition, formState: { fields = {}, values }, children }: Props) {
  const fieldProps = (name: string, initialValue: string) => ({
    name,
    defaultValue: values?.[name] ?? initialValue,
    error: fields[name],
  })
  return (
    <Form method="post" className="max-w-3xl space-y-8" noValidate>
      <input type="hidden" name="act" value="save" />
      {edition !== undefined && <input type="hidden" name="edition" value={edition} />}
      <FieldGroup>
        <SmallField label="Name" {...fieldProps('name', draft.name)} className="sm:col-span-2" />
        <SmallField label="Brand" {...fieldProps('brand', draft.brand)} />
        <SmallSelect
          label="Category"
          options={CATEGORIES.map(toOption)}
          {...fieldProps('category', draft.category)}
        />
        <SmallField
          label="One line about it"
          {...fieldProps('tagline', draft.tagline)}
          className="sm:col-span-2"
        />
      </FieldGroup>
      <FieldGroup>
        <SmallField
          label="Price in US dollars"
          inputMode="decimal"
          {...fieldProps('price', draft.price ? (draft.price / 100).toFixed(2) : '')}
        />
        <SmallField
          label="Price before, if it was higher"
          inputMode="decimal"
          {...fieldProps(
            'originalPrice',
            draft.originalPrice === null ? '' : (draft.originalPrice / 100).toFixed(2),
          )}
        />
        <SmallField
          label="Size"
          inputMode="decimal"
          {...fieldProps('sizeQuantity', draft.sizeQuantity === null ? '' : String(draft.sizeQuantity))}
        />
        <SmallSelect
          label="Unit"
          options={[{ value: '', title: 'none' }, toOption('ml'), toOption('g')]}
          {...fieldProps('sizeUnit', draft.sizeUnit ?? '')}
        />
        <SmallSelect
          label="Standing"
          options={PUBLISH_STATUSES.map(toOption)}
          {...fieldProps('status', draft.status)}
        />
        <Checkbox
          name="featured"
          label="Featured on the home page"
          defaultChecked={values ? 'featured' in values : draft.featured}
        />
      </FieldGroup>
      <SmallTextarea label="Description" rows={6} {...fieldProps('description', draft.description)} />
      <FieldGroup>
        <SmallTextarea label="Benefits, one a line" {...fieldProps('benefits', draft.benefits.join('\n'))} />
        <SmallTextarea
          label="How to use, one step a line"
          {...fieldProps('howToUse', draft.howToUse.join('\n'))}
        />
        <SmallTextarea
          label="Ingredients, one a line"
          {...fieldProps('ingredients', draft.ingredients.join('\n'))}
        />
        <SmallTextarea
          label="Words to be found by, one a line"
          {...fieldProps('keywords', draft.keywords.join('\n'))}
        />
      </FieldGroup>
      <div className="sticky bottom-0 border-hairline border-t bg-white py-3">
        <Button type="submit" size="row">
          {children}
        </Button>
      </div>
    </Form>
  )
}

function FieldGroup({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</div>
}

const toOption = (value: string) => ({ value, title: value })
