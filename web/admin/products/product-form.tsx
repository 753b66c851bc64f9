import type { ReactNode } from 'react'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import type { FormState } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallField, SmallSelect, SmallTextarea } from '#web/ui/small-field.tsx'
import { PUBLISH_STATUS_OPTIONS } from './product-labels.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { ProductEdits } from './use-product-edits.ts'

type Props = {
  action: string
  draft: ProductDraft
  edition?: number
  formState: FormState
  edits: ProductEdits
  children: string
}

export function ProductForm({ action, draft, edition, formState, edits, children }: Props) {
  const { fields = {}, values } = formState.action === action ? formState : {}
  const fieldProps = (name: string, savedValue: string) => ({
    name,
    defaultValue: values?.[name] ?? savedValue,
    error: fields[name],
    'data-saved': savedValue,
  })
  return (
    <ActionForm
      ref={edits.form}
      action={action}
      className="max-w-3xl space-y-8"
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
    >
      {edition !== undefined && <input type="hidden" name="edition" value={edition} />}
      <FieldGroup>
        <SmallField label="Name" {...fieldProps('name', draft.name)} className="sm:col-span-2" />
        <SmallField label="Brand" {...fieldProps('brand', draft.brand)} />
        <SmallSelect
          label="Category"
          options={CATEGORIES.map(toOption)}
          {...fieldProps('category', draft.category)}
        />
        <SmallField label="Tagline" {...fieldProps('tagline', draft.tagline)} className="sm:col-span-2" />
      </FieldGroup>
      <FieldGroup>
        <SmallField
          label="Price (USD)"
          inputMode="decimal"
          {...fieldProps('price', draft.price ? (draft.price / 100).toFixed(2) : '')}
        />
        <SmallField
          label="Compare-at price"
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
          options={[{ value: '', title: 'None' }, toOption('ml'), toOption('g')]}
          {...fieldProps('sizeUnit', draft.sizeUnit ?? '')}
        />
        <SmallSelect
          label="Status"
          options={PUBLISH_STATUS_OPTIONS}
          {...fieldProps('status', draft.status)}
        />
        <Checkbox
          name="featured"
          label="Featured on the home page"
          defaultChecked={values ? 'featured' in values : draft.featured}
          data-saved={draft.featured ? 'on' : ''}
        />
      </FieldGroup>
      <SmallTextarea label="Description" rows={6} {...fieldProps('description', draft.description)} />
      <FieldGroup>
        <SmallTextarea
          label="Benefits (one per line)"
          {...fieldProps('benefits', draft.benefits.join('\n'))}
        />
        <SmallTextarea
          label="How to use (one step per line)"
          {...fieldProps('howToUse', draft.howToUse.join('\n'))}
        />
        <SmallTextarea
          label="Ingredients (one per line)"
          {...fieldProps('ingredients', draft.ingredients.join('\n'))}
        />
        <SmallTextarea
          label="Search keywords (one per line)"
          {...fieldProps('keywords', draft.keywords.join('\n'))}
        />
      </FieldGroup>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
        <Button type="submit" size="small">
          {children}
        </Button>
        {edits.hasChanges && (
          <Button size="small" variant="secondary" onClick={edits.discard}>
            Discard
          </Button>
        )}
        <span role="status" className="text-ink-soft">
          {edits.hasChanges && 'Unsaved changes'}
        </span>
      </div>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This product has unsaved changes." />
      )}
    </ActionForm>
  )
}

function FieldGroup({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</div>
}

const toOption = (value: string) => ({ value, title: value })
