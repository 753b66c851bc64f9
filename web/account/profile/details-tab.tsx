import { href } from 'react-router'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { PageForm } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'

type ProfileDetails = {
  email: string
  fullName: string | null
  phone: string | null
  dateOfBirth: string | null
}

export function DetailsTab({ details }: { details: ProfileDetails }) {
  return (
    <div className="max-w-[26rem]">
      <h2 className="font-display text-name">Personal Information</h2>
      <FormNotice className="mt-8" />
      <PageForm action={href('/profile/details')}>
        <Field label="Full Name" name="full_name" autoComplete="name" defaultValue={details.fullName ?? ''} />
        <Field
          label="Email"
          name="email"
          type="email"
          readOnly
          autoComplete="off"
          defaultValue={details.email}
        />
        <Field
          label="Phone Number"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="(555) 123-4567"
          defaultValue={details.phone ?? ''}
        />
        <Field
          label="Date of Birth"
          name="date_of_birth"
          type="date"
          autoComplete="bday"
          defaultValue={details.dateOfBirth ?? ''}
        />
        <SubmitButton>Update Profile</SubmitButton>
      </PageForm>
    </div>
  )
}
