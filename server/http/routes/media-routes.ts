import { Hono } from 'hono'
import type { Files } from '#core/media/files.ts'
import { parseMoodFileName } from '#core/media/mood.ts'
import { parseMediaFileName } from '#core/media/picture.ts'
import { type PictureBytes, readMood } from '#core/media/picture-bytes.server.ts'
import { readOrMakePicture } from '#core/media/picture-sizes.server.ts'
import { drawMonogram } from '#core/media/placeholder/monogram.ts'
import { drawMood } from '#core/media/placeholder/mood-drawing.ts'
import { drawProduct, FORMS } from '#core/media/placeholder/product-drawing.ts'
import { TONES } from '#core/media/placeholder/tones.ts'
import type { Connection } from '#db/connection.ts'
import { BUNDLED_PICTURES_DIR } from '#server/paths.ts'
import type { AppEnv } from '../app-env.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_MINUTE = 'public, max-age=60'
// For files that keep their name when they change.
const ONE_DAY = 'public, max-age=86400'

export function mediaRoutes({ files, connection }: { files: Files; connection: Connection }) {
  const pictureStore = {
    db: connection.db,
    files,
    bundledFolder: BUNDLED_PICTURES_DIR,
  }
  const placeholders = new Map<string, string>()
  const routes = new Hono<AppEnv>()

  // Emails and partner sites show these pictures too.
  routes.use(async (c, next) => {
    await next()
    c.header('cross-origin-resource-policy', 'cross-origin')
  })
  routes.get('/:name', async (c) => {
    const name = c.req.param('name')
    const moodName = parseMoodFileName(name)
    const photo = moodName && (await readMood(pictureStore, moodName))
    if (photo) return c.body(photo.bytes, 200, pictureHeaders(photo, ONE_DAY))
    const placeholder = placeholders.get(name) ?? drawPlaceholder(name)
    if (placeholder) {
      placeholders.set(name, placeholder)
      return c.body(placeholder, 200, { 'content-type': 'image/svg+xml', 'cache-control': ONE_DAY })
    }
    const mediaName = parseMediaFileName(name)
    const picture = mediaName && (await readOrMakePicture(pictureStore, mediaName.id, mediaName.size))
    if (!picture) return c.text('Picture not found.', 404)
    return c.body(picture.bytes, 200, pictureHeaders(picture, IMMUTABLE))
  })
  return routes
}

function pictureHeaders({ type, final }: PictureBytes, finalAge: string) {
  return { 'content-type': type, 'cache-control': final ? finalAge : ONE_MINUTE }
}

/** Tiles of products without a photo, drawings that older pages and emails link to, and moods without a photo: a fixed set. */
function drawPlaceholder(name: string): string | undefined {
  const moodName = parseMoodFileName(name)
  if (moodName) return drawMood(moodName.mood)
  const monogram = drawMonogram(name)
  if (monogram) return monogram
  const [, formName, tone] = /^drawn-([a-z]+)-([a-z]+)\.svg$/.exec(name) ?? []
  const knownForm = FORMS.find((known) => known === formName)
  const knownTone = TONES.find((known) => known === tone)
  return knownForm && knownTone ? drawProduct({ form: knownForm, tone: knownTone }) : undefined
}
