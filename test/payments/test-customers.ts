import { ProviderNotFound } from '#core/payments/payment.ts'
import type { CustomerCalls } from '#core/payments/saved-methods/customer-calls.ts'
import type { SavedMethod } from '#core/payments/saved-methods/saved-method.ts'

export type TestCustomers = CustomerCalls & {
  /** What each customer saved, by the customer’s ID. */
  customers: Map<string, SavedMethod[]>
  requireCustomer(id: string): void
}

/** The provider’s customers, in memory. */
export function createCustomers(nextId: (prefix: string) => string): TestCustomers {
  const customers = new Map<string, SavedMethod[]>()
  const idsByKey = new Map<string, string>()
  const removedIds = new Set<string>()

  function requireCustomer(id: string): SavedMethod[] {
    const methods = customers.get(id)
    if (!methods) throw new ProviderNotFound(`No such customer: ${id}`)
    return methods
  }

  async function findMethodOwner(methodId: string): Promise<string | null> {
    if (removedIds.has(methodId)) return null
    for (const [id, methods] of customers) if (methods.some((method) => method.id === methodId)) return id
    throw new ProviderNotFound(`No such payment method: ${methodId}`)
  }

  return {
    customers,
    requireCustomer,
    async createCustomer(_account, key) {
      const known = idsByKey.get(key)
      if (known) return known
      const id = nextId('cus')
      idsByKey.set(key, id)
      customers.set(id, [])
      return id
    },
    async deleteCustomer(id) {
      customers.delete(id)
    },
    listSavedMethods: async (id) => requireCustomer(id),
    findMethodOwner,
    async detachMethod(methodId) {
      const ownerId = await findMethodOwner(methodId)
      if (ownerId === null) throw new ProviderNotFound(`Not attached: ${methodId}`)
      removedIds.add(methodId)
      customers.set(
        ownerId,
        requireCustomer(ownerId).filter(({ id }) => id !== methodId),
      )
    },
  }
}
