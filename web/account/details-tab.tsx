import { Field } from '../ui/field.tsx'
import { AccountForm, SendButton } from './form.tsx'
import type { Told } from './outcome.ts'

type Details = { email: string; fullName: string | null; phone: string | null; dateOfBirth: string | null }

export function DetailsTab({ details, told: { notice, fields, values } }: { details: Details; told: Told }) {
  return (
    <div className="max-w-[26rem]">
      <h2 className="font-display text-name">Personal Information</h2>
      <AccountForm notice={notice}>
        <input type="hidden" name="act" value="update-profile" />
        <Field
          label="Full Name"
          name="full_name"
          autoComplete="name"
          defaultValue={values?.full_name ?? details.fullName ?? ''}
          error={fields?.full_name}
        />
        <Field label="Email" name="email" type="email" readOnly autoComplete="off" value={details.email} />
        <Field
          label="Phone Number"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="(555) 123-4567"
          defaultValue={values?.phone ?? details.phone ?? ''}
          error={fields?.phone}
        />
        <Field
          label="Date of Birth"
          name="date_of_birth"
          type="date"
          autoComplete="bday"
          defaultValue={values?.date_of_birth ?? details.dateOfBirth ?? ''}
          error={fields?.date_of_birth}
        />
        <SendButton>Update Profile</SendButton>
      </AccountForm>
    </div>
  )
}
