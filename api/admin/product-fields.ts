import { Refusal } from '#core/errors.ts'
import { snakeCase } from '#core/fields/fields.ts'

const API_NAMES: Record<string, string> = {
  shadeName: 'shade.name',
  shadeCode: 'shade.code',
  shadeColor: 'shade.color',
  shadeFinish: 'shade.finish',
  sizeQuantity: 'size.quantity',
  sizeUnit: 'size.unit',
}

/** Names the fields of a refused product or family as the request does. */
export async function withApiFields<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([path, message]) => [toApiPath(path), message])
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}

/** A product that joins a family is only an ID in the request. */
function toApiPath(path: string): string {
  const [, joining] = /^products\.(\d+)\./.exec(path) ?? []
  if (joining) return `product_ids.${joining}`
  return path
    .split('.')
    .map((name) => API_NAMES[name] ?? snakeCase(name))
    .join('.')
}
