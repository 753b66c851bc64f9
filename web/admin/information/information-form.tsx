import { INFORMATION_FIELDS, type InformationFieldName } from '#core/compliance/information-fields.ts'
import type { AdminInformation } from '#core/compliance/product-information.server.ts'
import type { PersonOfRegion } from '#core/compliance/responsible-persons.server.ts'
import type { Field } from '#core/fields/fields.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { Field as InputField } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Section } from '../ui/section.tsx'

export type InformationFormData = {
  information: AdminInformation
  /** Whom it can name in each region. */
  persons: PersonOfRegion[]
  regions: RegionCode[]
  countries: Option[]
}

export function InformationForm({ action, ...data }: InformationFormData & { action: string }) {
  const { information, countries } = data
  const edits = useProductEdits(usePageResult() ?? information)
  const { values } = information
  return (
    <ActionForm
      ref={edits.form}
      action={action}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="max-w-3xl space-y-10"
    >
      <input type="hidden" name="edition" value={information.edition} />
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <InformationField name="kind" values={values} options={KINDS} />
        <InformationField name="productType" values={values} />
        <InformationField name="precautions" values={values} className="sm:col-span-2" />
        <InformationField name="monthsAfterOpening" values={values} />
        <InformationField name="bestBefore" values={values} />
        <InformationField name="originCountry" values={values} options={[['', 'Unknown'], ...countries]} />
        <InformationField name="hsCode" values={values} />
      </div>
      <Section title="Notification numbers">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <InformationField name="fdaListingNumber" values={values} />
          <InformationField name="cnfNumber" values={values} />
          <InformationField name="scpn" values={values} />
        </div>
      </Section>
      <Section title="Responsible persons">
        <ResponsiblePersons {...data} />
      </Section>
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This information has unsaved changes." />
      )}
    </ActionForm>
  )
}

const KINDS: Option[] = [
  ['cosmetic', 'Cosmetic'],
  ['other', 'Not a cosmetic'],
]

type FieldProps = {
  name: InformationFieldName
  values: AdminInformation['values']
  options?: Option[]
  className?: string
}

function InformationField({ name, values, options, className }: FieldProps) {
  const { label, hint, kind, format }: Field = INFORMATION_FIELDS[name]
  const saved = format(values[name])
  const props = { name, label, hint, className, defaultValue: saved, 'data-saved': saved }
  if (options) return <Select {...props} options={options} />
  if (kind === 'lines') return <TextareaField {...props} />
  return <InputField {...props} inputMode={kind === 'number' ? 'numeric' : undefined} />
}

function ResponsiblePersons({ information, persons, regions }: InformationFormData) {
  if (!persons.length)
    return (
      <p className="max-w-prose">
        The store has none yet.{' '}
        <AdminLink to="products/responsible-persons/new">Add a responsible person</AdminLink>
      </p>
    )
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {regions.map((region) => {
        const saved = information.values.responsiblePersons[region] ?? ''
        return (
          <Select
            key={region}
            label={REGIONS[region].country}
            options={personOptions(persons.filter((person) => person.region === region))}
            name={`responsiblePersons.${region}`}
            defaultValue={saved}
            data-saved={saved}
          />
        )
      })}
    </div>
  )
}

function personOptions(persons: PersonOfRegion[]): Option[] {
  const usual = persons.find(({ isDefault }) => isDefault)
  return [
    ['', usual ? `${usual.name} (the default)` : 'Nobody'],
    ...persons.map(({ id, name }): Option => [id, name]),
  ]
}
