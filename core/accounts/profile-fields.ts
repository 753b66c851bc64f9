import { type FieldValues, optionalDateField, optionalTextField } from '#core/fields/fields.ts'

/** What customers enter about themselves. `everyone` is all who may see the profile: the customer and staff. */
export const PROFILE_FIELDS = {
  fullName: optionalTextField({ label: 'Full Name', seenBy: 'everyone', maxLength: 200 }),
  phone: optionalTextField({ label: 'Phone Number', seenBy: 'everyone', maxLength: 40 }),
  dateOfBirth: optionalDateField({
    label: 'Date of Birth',
    seenBy: 'everyone',
    error: 'Enter a date in the format YYYY-MM-DD, such as 1990-04-23.',
  }),
}

export type ProfileFields = FieldValues<typeof PROFILE_FIELDS>
