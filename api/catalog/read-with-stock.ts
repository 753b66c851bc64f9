import type { Context as HonoContext } from 'hono'
import type { Product } from '#core/catalog/product.ts'
import { readsReplica, withCurrentStock } from '#core/catalog/stock.server.ts'
import type { ApiEnv } from '../router.ts'

type SharedValue<Value> = {
  key: readonly unknown[]
  read: () => Promise<Value>
  productsOf: (value: Value) => Product[]
  tagsOf?: (value: Value) => string[]
}

/** Returns a shared value, and its products with their current stock. */
export async function readWithStock<Value>(
  c: HonoContext<ApiEnv>,
  { key, read, productsOf, tagsOf }: SharedValue<Value>,
): Promise<{ value: Value; products: Product[] }> {
  const ctx = c.get('ctx')
  let isCurrent = false
  const readNow = async () => {
    const value = await read()
    isCurrent = !readsReplica(ctx)
    return value
  }
  const value = await c.get('readShared')(key, readNow, tagsOf)
  const products = productsOf(value)
  return { value, products: isCurrent ? products : await withCurrentStock(ctx, products) }
}
