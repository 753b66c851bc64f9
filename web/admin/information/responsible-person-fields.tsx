import type { ResponsiblePerson } from '#core/compliance/responsible-persons.server.ts'
import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { Section } from '../ui/section.tsx'

export type PersonValues = Omit<ResponsiblePerson, 'id' | 'edition'>

const ROLES: Option[] = [
  ['', 'Not responsible'],
  ['chosen', 'For products that name them'],
  ['default', 'For all products that name no other'],
]

const saved = (name: string, value: string) => ({ name, defaultValue: value, 'data-saved': value })

export function ResponsiblePersonFields({ person }: { person: PersonValues }) {
  const { name, postalAddress, electronicAddress } = person
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Field
          label="Name"
          {...saved('name', name)}
          hint="Of the person or company, as on the label."
          className="sm:col-span-2"
        />
        <TextareaField
          label="Postal address (one line each)"
          rows={4}
          {...saved('postalAddress', postalAddress.join('\n'))}
          hint="With the country, up to 8 lines."
          className="sm:col-span-2"
        />
        <Field
          label="Email address or contact page"
          {...saved('electronicAddress', electronicAddress)}
          hint="Such as care@example.com, or an address that begins with https://."
          className="sm:col-span-2"
        />
      </div>
      <Section title="Responsible in">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {REGION_CODES.map((region) => (
            <Select
              key={region}
              label={REGIONS[region].country}
              options={ROLES}
              {...saved(`regions.${region}`, roleIn(person, region))}
            />
          ))}
        </div>
      </Section>
    </>
  )
}

function roleIn({ regions, defaultRegions }: PersonValues, region: RegionCode): string {
  if (defaultRegions.includes(region)) return 'default'
  return regions.includes(region) ? 'chosen' : ''
}
