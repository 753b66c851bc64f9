import { Hono } from 'hono'
import { drawProduct, FORMS } from '#core/media/drawn/drawn.ts'
import { drawMood } from '#core/media/drawn/mood.ts'
import { TONES } from '#core/media/drawn/tones.ts'
import type { Files } from '#core/media/files.ts'
import { parseMoodFileName } from '#core/media/mood.ts'
import { parseMediaFileName } from '#core/media/picture.ts'
import { type PictureBytes, readMood, readPicture } from '#core/media/picture-bytes.server.ts'
import type { Connection } from '#db/connection.ts'
import { HOUSE_PICTURES } from '../places.ts'
import type { ShellEnv } from './shell.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_NOW = 'public, max-age=60'
/** What keeps its name when it changes. */
const FOR_A_DAY = 'public, max-age=86400'

export function mediaRoutes({ files, connection }: { files: Files; connection: Connection }) {
  const store = {
    db: connection.db,
    files,
    bundledFolder: HOUSE_PICTURES,
  }
  const drawings = new Map<string, string>()
  const routes = new Hono<ShellEnv>()

  routes.get('/:name', async (c) => {
    const name = c.req.param('name')
    const wide = parseMoodFileName(name)
    const photographed = wide && (await readMood(store, wide))
    if (photographed) return c.body(photographed.bytes, 200, headers(photographed, FOR_A_DAY))
    const drawn = drawings.get(name) ?? draw(name)
    if (drawn) {
      drawings.set(name, drawn)
      return c.body(drawn, 200, { 'content-type': 'image/svg+xml', 'cache-control': FOR_A_DAY })
    }
    const asked = parseMediaFileName(name)
    const picture = asked && (await readPicture(store, asked.id, asked.size))
    if (!picture) return c.text('There is no such picture.', 404)
    return c.body(picture.bytes, 200, headers(picture, FOR_EVER))
  })
  return routes
}

function headers({ type, final }: PictureBytes, finalAge: string) {
  return { 'content-type': type, 'cache-control': final ? finalAge : FOR_NOW }
}

/** `drawn-jar-blush.svg`, and any mood that nobody photographed: a small, closed set. */
function draw(name: string): string | undefined {
  const wide = parseMoodFileName(name)
  if (wide) return drawMood(wide.mood)
  const [, what, tone] = /^drawn-([a-z]+)-([a-z]+)\.svg$/.exec(name) ?? []
  const form = FORMS.find((known) => known === what)
  const toned = TONES.find((known) => known === tone)
  return form && toned ? drawProduct({ form, tone: toned }) : undefined
}
