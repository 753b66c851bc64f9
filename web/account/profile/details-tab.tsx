import { href } from 'react-router'
import type { FormState } from '#web/forms/form-result.ts'
import { PageForm, SubmitButton } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/field.tsx'

type ProfileDetails = {
  email: string
  fullName: string | null
  phone: string | null
  dateOfBirth: string | null
}

export function DetailsTab({
  details,
  formState: { notice, fields, values },
}: {
  details: ProfileDetails
  formState: FormState
}) {
  return (
    <div className="max-w-[26rem]">
      <h2 className="font-display text-name">Personal Information</h2>
      <PageForm notice={notice} action={href('/profile/details')}>
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
        <SubmitButton>Update Profile</SubmitButton>
      </PageForm>
    </div>
  )
}
