import type { Context } from '../context.ts'
import type { AddressDraft, SavedAddress } from './profile.ts'

export async function listAddresses(_ctx: Context): Promise<SavedAddress[]> {
  throw new Error('Not built yet')
}

/** The first of a customer's addresses becomes the default. */
export async function addAddress(_ctx: Context, _draft: AddressDraft): Promise<SavedAddress> {
  throw new Error('Not built yet')
}

export async function changeAddress(
  _ctx: Context,
  _id: string,
  _change: Partial<AddressDraft>,
): Promise<SavedAddress> {
  throw new Error('Not built yet')
}

export async function makeDefault(_ctx: Context, _id: string): Promise<SavedAddress> {
  throw new Error('Not built yet')
}

/** When the default goes, no other takes its place. */
export async function removeAddress(_ctx: Context, _id: string): Promise<void> {
  throw new Error('Not built yet')
}
