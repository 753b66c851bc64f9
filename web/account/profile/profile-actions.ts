import { redirect } from 'react-router'
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
import { invalidFormMessage } from '#core/orders/shipping-address.ts'
import { setFlash } from '#web/forms/flash.ts'
import { fieldErrors, typedValues } from '#web/forms/form-result.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { replyWith } from '#web/forms/with-form-errors.ts'
import type { RouterContext } from '#web/request-context.ts'
import { type Tab, tabPath } from './profile-tabs.ts'

type ProfileAction = (
  ctx: Context,
  form: FormData,
  context: RouterContext,
) => Promise<ReturnType<typeof replyWith> | Response>

const MISSING_FIELDS = 'Please fill in all required fields'
const REQUIRED_MESSAGES: Record<string, string> = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
}

/** Keyed by the value of the form's `act` field. */
export const PROFILE_ACTIONS = {
  'update-profile': async (ctx, form, context) => {
    const change = ProfileChange.safeParse(Object.fromEntries(form))
    if (!change.success)
      return replyWith({ fields: fieldErrors(change.error), values: typedValues(form), status: 400 })
    await updateProfile(ctx, change.data)
    return redirectWithFlash(context, 'profile', 'profile-updated')
  },
  'add-address': async (ctx, form, context) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incompleteResult(draft.error, form)
    await addAddress(ctx, draft.data)
    return redirectWithFlash(context, 'addresses', 'address-added')
  },
  'change-address': async (ctx, form, context) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incompleteResult(draft.error, form)
    await changeAddress(ctx, String(form.get('id')), draft.data)
    return redirectWithFlash(context, 'addresses', 'address-updated')
  },
  'remove-address': async (ctx, form, context) => {
    await removeAddress(ctx, String(form.get('id')))
    return redirectWithFlash(context, 'addresses', 'address-deleted')
  },
  'default-address': async (ctx, form, context) => {
    await setDefaultAddress(ctx, String(form.get('id')))
    return redirectWithFlash(context, 'addresses', 'default-address')
  },
  'save-settings': async (ctx, form, context) => {
    const checked = Object.keys(CustomerSettings.shape).map((name) => [name, form.has(name)])
    await saveCustomerSettings(ctx, CustomerSettings.parse(Object.fromEntries(checked)))
    return redirectWithFlash(context, 'settings', 'settings-saved')
  },
} satisfies Record<string, ProfileAction>

function redirectWithFlash(context: RouterContext, tab: Tab, flash: NoticeName): Response {
  setFlash(context, flash)
  return redirect(tabPath(tab))
}

function incompleteResult(error: Parameters<typeof fieldErrors>[0], form: FormData) {
  const errors = fieldErrors(error)
  const fields = Object.entries(errors).map(([name, message]) => [
    name,
    message === MISSING_FIELDS ? (REQUIRED_MESSAGES[name] ?? message) : message,
  ])
  return replyWith({
    notice: {
      title: invalidFormMessage(Object.fromEntries(form), errors, Object.keys(REQUIRED_MESSAGES)),
      tone: 'destructive',
    },
    fields: Object.fromEntries(fields),
    values: typedValues(form),
    status: 400,
  })
}
