import { createChildProcess } from '#core/child-process/child-process.server.ts'
import { SECOND_MS } from '#core/time-units.ts'
import type { pictureTasks } from './picture-tasks.ts'

const LIMIT = 60 * SECOND_MS

/** Decoding takes up to 200 MB, and a large WebP without its metadata 1,100 MB. */
export const runPictureTask = createChildProcess<typeof pictureTasks>({
  folder: import.meta.dirname,
  name: 'picture-process',
  timeLimits: {
    detectType: LIMIT,
    sumUnpackedSizes: LIMIT,
    cleanSvg: LIMIT,
    readMetadata: LIMIT,
    decode: LIMIT,
    stripMetadata: LIMIT,
    makePreview: LIMIT,
    drawIcon: LIMIT,
    drawSharePicture: LIMIT,
    // Of a large picture in AVIF, and it may wait for another one.
    resize: 15 * LIMIT,
  },
})
