import type { ReactNode } from 'react'
import type { AdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { PUBLISH_STATUS_OPTIONS } from './product-labels.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { ProductEdits } from './use-product-edits.ts'

type Props = {
  id?: string
  action: string
  draft: ProductDraft
  /** Of a member: it has its name, brand, and category, and any text that the product lacks. */
  family?: AdminFamily | null
  edition?: number
  edits: ProductEdits
  /** Of a new product. */
  stockField?: ReactNode
  children: string
}

export function ProductForm({ id, action, draft, family, edition, edits, stockField, children }: Props) {
  const fieldProps = (name: string, saved: string) => ({ name, defaultValue: saved, 'data-saved': saved })
  const sharedTextProps = (name: string, saved: string, shared = '') => ({
    ...fieldProps(name, saved),
    ...(shared && { placeholder: shared, hint: saved ? 'Instead of the family’s text' : 'From the family' }),
  })
  return (
    <ActionForm
      ref={edits.form}
      id={id}
      action={action}
      className="max-w-3xl space-y-8"
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
    >
      {edition !== undefined && <input type="hidden" name="edition" value={edition} />}
      <FieldGroup>
        {family ? (
          <FromFamily draft={draft} family={family} />
        ) : (
          <>
            <Field label="Name" {...fieldProps('name', draft.name)} className="sm:col-span-2" />
            <Field label="Brand" {...fieldProps('brand', draft.brand)} />
            <Select
              label="Category"
              options={CATEGORIES.map(toOption)}
              {...fieldProps('category', draft.category)}
            />
          </>
        )}
        <Field
          label="Tagline"
          hint="One sentence under the name."
          {...sharedTextProps('tagline', draft.tagline, family?.tagline)}
          className="sm:col-span-2"
        />
      </FieldGroup>
      <FieldGroup>
        <Field
          label="Price (USD)"
          inputMode="decimal"
          hint="Other currencies are converted."
          {...fieldProps('price', draft.price ? (draft.price / 100).toFixed(2) : '')}
        />
        <Field
          label="Compare-at price"
          inputMode="decimal"
          hint="The price before a sale, shown crossed out. Leave it empty otherwise."
          {...fieldProps(
            'originalPrice',
            draft.originalPrice === null ? '' : (draft.originalPrice / 100).toFixed(2),
          )}
        />
        <Field
          label="Size"
          inputMode="decimal"
          {...fieldProps('sizeQuantity', draft.sizeQuantity === null ? '' : String(draft.sizeQuantity))}
        />
        <Select
          label="Unit"
          options={[['', 'None'], toOption('ml'), toOption('g')]}
          {...fieldProps('sizeUnit', draft.sizeUnit ?? '')}
        />
        <Field
          label="SKU"
          hint="Your own code for this product, on slips and labels."
          {...fieldProps('sku', draft.sku ?? '')}
        />
        {stockField}
        <Select label="Status" options={PUBLISH_STATUS_OPTIONS} {...fieldProps('status', draft.status)} />
        <Checkbox
          name="featured"
          label="Featured on the home page"
          defaultChecked={draft.featured}
          data-saved={draft.featured ? 'on' : ''}
        />
      </FieldGroup>
      <FieldGroup>
        <Field
          label="Shade"
          hint="For makeup, such as Mulberry."
          {...fieldProps('shadeName', draft.shadeName ?? '')}
        />
        <Field label="Shade code" {...fieldProps('shadeCode', draft.shadeCode ?? '')} />
        <Field label="Shade color (such as #8c3a4f)" {...fieldProps('shadeColor', draft.shadeColor ?? '')} />
        <Field label="Finish" {...fieldProps('shadeFinish', draft.shadeFinish ?? '')} />
        <Field label="Barcode (GTIN)" inputMode="numeric" {...fieldProps('barcode', draft.barcode ?? '')} />
        <Field
          label="Weight (g)"
          inputMode="numeric"
          {...fieldProps('weight', draft.weight === null ? '' : String(draft.weight))}
        />
      </FieldGroup>
      <TextareaField
        label="Description"
        rows={6}
        {...sharedTextProps('description', draft.description, family?.description)}
      />
      <FieldGroup>
        <TextareaField
          label="Benefits (one per line)"
          {...sharedTextProps('benefits', draft.benefits.join('\n'), family?.benefits.join('\n'))}
        />
        <TextareaField
          label="How to use (one step per line)"
          {...sharedTextProps('howToUse', draft.howToUse.join('\n'), family?.howToUse.join('\n'))}
        />
        <TextareaField
          label="Ingredients (one per line)"
          {...fieldProps('ingredients', draft.ingredients.join('\n'))}
        />
        <TextareaField
          label="Search keywords (one per line)"
          hint="Other words that shoppers search for. They aren’t shown."
          {...fieldProps('keywords', draft.keywords.join('\n'))}
        />
      </FieldGroup>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
        <SubmitButton>{children}</SubmitButton>
        {edits.hasChanges && (
          <Button variant="secondary" onClick={edits.discard}>
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

function FromFamily({ draft, family }: { draft: ProductDraft; family: AdminFamily }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      {[
        ['Name', draft.name],
        ['Brand', draft.brand],
        ['Category', draft.category],
      ].map(([title, text]) => (
        <div key={title}>
          <dt className="text-ink-soft">{title}</dt>
          <dd>{text || '—'}</dd>
        </div>
      ))}
      <div>
        <dt className="text-ink-soft">Family</dt>
        <dd>
          <AdminLink to={`products/families/${family.id}`}>{family.name}</AdminLink>
        </dd>
      </div>
    </dl>
  )
}

function FieldGroup({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</div>
}

const toOption = (value: string): Option => [value, value]
