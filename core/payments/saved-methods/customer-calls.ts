import type { SavedMethod } from './saved-method.ts'

/** The provider’s customers hold what shoppers saved. Each account has at most one. */
export type CustomerCalls = {
  /** Returns the customer’s ID. */
  createCustomer(account: { accountId: string; email: string }, key: string, deadline?: Date): Promise<string>
  /** With all that is saved. Does nothing if it doesn’t exist. */
  deleteCustomer(id: string): Promise<void>
  listSavedMethods(customerId: string, deadline?: Date): Promise<SavedMethod[]>
  /** The ID of the customer who saved it, or null if it has been removed. */
  findMethodOwner(methodId: string, deadline?: Date): Promise<string | null>
  detachMethod(methodId: string, deadline?: Date): Promise<void>
}
