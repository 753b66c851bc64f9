import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ImportFileRow } from '../product-csv.ts'

const BATCH_SIZE = 500

/** The rows that the child process wrote, one per line. */
export async function* readRowBatches(file: string): AsyncGenerator<ImportFileRow[]> {
  let batch: ImportFileRow[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push(JSON.parse(line))
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}
