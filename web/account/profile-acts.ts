import { redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import {
  addAddress,
  changeAddress,
  removeAddress,
  setDefaultAddress,
} from '#core/customers/addresses.server.ts'
import { updateProfile } from '#core/customers/profile.server.ts'
import { AddressDraft, CustomerSettings, ProfileChange } from '#core/customers/profile.ts'
import { saveCustomerSettings } from '#core/customers/settings.server.ts'
import { notice } from './kept.ts'
import type { NoticeName } from './notices.ts'
import { fieldErrors, typedIn } from './outcome.ts'
import { type Tab, tabAddress } from './profile-tabs.ts'
import { refuse, type Visiting } from './sign-in-acts.ts'

type Act = (ctx: Context, form: FormData, context: Visiting) => Promise<ReturnType<typeof refuse> | Response>

const MISSING = 'Please fill in all required fields'
const REQUIRED: Record<string, string> = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
}

/** What the forms of My Profile do, each under the name that its form sends. */
export const PROFILE_ACTS = {
  'update-profile': async (ctx, form, context) => {
    const change = ProfileChange.safeParse(Object.fromEntries(form))
    if (!change.success)
      return refuse({ fields: fieldErrors(change.error), values: typedIn(form), status: 400 })
    await updateProfile(ctx, change.data)
    return done(context, 'profile', 'profile-updated')
  },
  'add-address': async (ctx, form, context) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incomplete(draft.error, form)
    await addAddress(ctx, draft.data)
    return done(context, 'addresses', 'address-added')
  },
  'change-address': async (ctx, form, context) => {
    const draft = AddressDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return incomplete(draft.error, form)
    await changeAddress(ctx, String(form.get('id')), draft.data)
    return done(context, 'addresses', 'address-updated')
  },
  'remove-address': async (ctx, form, context) => {
    await removeAddress(ctx, String(form.get('id')))
    return done(context, 'addresses', 'address-deleted')
  },
  'default-address': async (ctx, form, context) => {
    await setDefaultAddress(ctx, String(form.get('id')))
    return done(context, 'addresses', 'default-address')
  },
  'save-settings': async (ctx, form, context) => {
    const ticked = Object.keys(CustomerSettings.shape).map((name) => [name, form.has(name)])
    await saveCustomerSettings(ctx, CustomerSettings.parse(Object.fromEntries(ticked)))
    return done(context, 'settings', 'settings-saved')
  },
} satisfies Record<string, Act>

function done(context: Visiting, tab: Tab, said: NoticeName): Response {
  notice(context, said)
  return redirect(tabAddress(tab))
}

function incomplete(error: Parameters<typeof fieldErrors>[0], form: FormData) {
  const wrong = fieldErrors(error)
  const fields = Object.entries(wrong).map(([name, said]) => [
    name,
    said === MISSING ? (REQUIRED[name] ?? said) : said,
  ])
  return refuse({
    notice: { title: MISSING, tone: 'destructive' },
    fields: Object.fromEntries(fields),
    values: typedIn(form),
    status: 400,
  })
}
