import { PROFILE_FIELDS } from '#core/accounts/profile-fields.ts'
import type { Context } from '#core/context.ts'
import {
  addAddress,
  changeAddress,
  removeAddress,
  setDefaultAddress,
} from '#core/customers/addresses.server.ts'
import { saveCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { updateProfile } from '#core/customers/profile.server.ts'
import { AddressDraft, CustomerSettings, ProfileChange } from '#core/customers/profile.ts'
import { mapFields, snakeCase } from '#core/fields/fields.ts'
import { invalidFormMessage } from '#core/orders/shipping-address.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { type FormResult, fieldErrors, invalidForm, typedValues } from '#web/forms/form-result.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'
import { tabPath } from './profile-tabs.ts'

type ProfileForm = FormHandler<{ ctx: Context }>

const MISSING_FIELDS = 'Please fill in all required fields'
const REQUIRED_MESSAGES: Record<string, string> = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
}

/** Keyed by the path of each form in routes.ts. */
export const PROFILE_FORMS = {
  details: async ({ ctx, form }) => {
    // Pages that the previous release sent have names in snake case. To be removed one release later.
    const input = mapFields(
      PROFILE_FIELDS,
      (_, name) => form.get(name) ?? form.get(snakeCase(name)) ?? undefined,
    )
    const change = ProfileChange.safeParse(input)
    if (!change.success) return invalidForm(form, change.error)
    await updateProfile(ctx, change.data)
    return 'profile-updated'
  },
  addresses: async ({ ctx, context, form }) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incompleteAddress(draft.error, form)
    await addAddress(ctx, draft.data)
    return redirectWithFlash(context, 'address-added', tabPath('addresses'))
  },
  'addresses/:id': async ({ ctx, context, form, params: { id = '' } }) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incompleteAddress(draft.error, form)
    await changeAddress(ctx, id, draft.data)
    return redirectWithFlash(context, 'address-updated', tabPath('addresses'))
  },
  'addresses/:id/removal': async ({ ctx, context, params: { id = '' } }) => {
    await removeAddress(ctx, id)
    return redirectWithFlash(context, 'address-deleted', tabPath('addresses'))
  },
  'addresses/:id/default': async ({ ctx, context, params: { id = '' } }) => {
    await setDefaultAddress(ctx, id)
    return redirectWithFlash(context, 'default-address', tabPath('addresses'))
  },
  settings: async ({ ctx, context, form }) => {
    const checked = Object.keys(CustomerSettings.shape).map((name) => [name, form.has(name)])
    await saveCustomerSettings(ctx, CustomerSettings.parse(Object.fromEntries(checked)))
    return redirectWithFlash(context, 'settings-saved', tabPath('settings'))
  },
} satisfies Record<string, ProfileForm>

function incompleteAddress(error: Parameters<typeof fieldErrors>[0], form: FormData): FormResult {
  const errors = fieldErrors(error)
  const fields = Object.entries(errors).map(([name, message]) => [
    name,
    message === MISSING_FIELDS ? (REQUIRED_MESSAGES[name] ?? message) : message,
  ])
  return {
    notice: {
      title: invalidFormMessage(Object.fromEntries(form), errors, Object.keys(REQUIRED_MESSAGES)),
      tone: 'destructive',
    },
    fields: Object.fromEntries(fields),
    values: typedValues(form),
    status: 400,
  }
}
