import { Refusal } from '#core/errors.ts'

type FormRows = { lines?: number[]; productIds?: string[] }

/** Turns the rows in a refusal's fields into what the form shows: line numbers, and the fields of each product. */
export async function nameRows<Result>(
  { lines = [], productIds = [] }: FormRows,
  save: () => Promise<Result>,
): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields: Record<string, string> = {}
    for (const [name, message] of Object.entries(error.fields)) {
      const [list, index, field = ''] = name.split('.')
      const line = lines[Number(index)]
      if (list === 'members') fields.lines = line ? `Line ${line}: ${message}` : message
      else if (list === 'products')
        fields[`${productIds[Number(index)]}.${field.startsWith('size') ? 'size' : field}`] = message
      else fields[name] = message
    }
    throw new Refusal(error.code, fields.lines ?? error.message, fields)
  }
}
