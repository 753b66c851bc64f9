import { href } from 'react-router'
import { PROFILE_FIELDS, type ProfileFields } from '#core/accounts/profile-fields.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { PageForm } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'

export function DetailsTab({ details }: { details: ProfileFields & { email: string } }) {
  const field = (name: keyof ProfileFields) => ({
    name,
    label: PROFILE_FIELDS[name].label,
    defaultValue: details[name] ?? '',
  })
  return (
    <div className="max-w-[26rem]">
      <h2 className="font-display text-name">Personal Information</h2>
      <FormNotice className="mt-8" />
      <PageForm action={href('/profile/details')}>
        <Field {...field('fullName')} autoComplete="name" />
        <Field
          label="Email"
          name="email"
          type="email"
          readOnly
          autoComplete="off"
          defaultValue={details.email}
        />
        <Field {...field('phone')} type="tel" autoComplete="tel" placeholder="(555) 123-4567" />
        <Field {...field('dateOfBirth')} type="date" autoComplete="bday" />
        <SubmitButton>Update Profile</SubmitButton>
      </PageForm>
    </div>
  )
}
