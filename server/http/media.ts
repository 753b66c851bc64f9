import { Hono } from 'hono'
import { drawing, FORMS } from '#core/media/drawn/drawn.ts'
import { type Mood, mood } from '#core/media/drawn/mood.ts'
import { TONES } from '#core/media/drawn/tones.ts'
import { readMediaName } from '#core/media/picture.ts'
import { readPicture } from '#core/media/picture-bytes.server.ts'
import type { Connection } from '#db/connection.ts'
import type { Config } from '../config.ts'
import { diskFiles } from '../disk-files.ts'
import { filesFolder, HOUSE_PICTURES } from '../places.ts'
import type { ShellEnv } from './shell.ts'

const MOODS: Mood[] = ['home', 'skincare', 'makeup', 'haircare', 'fragrance', 'tools']
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_NOW = 'public, max-age=60'

export function mediaRoutes({ config, connection }: { config: Config; connection: Connection }) {
  const store = {
    db: connection.db,
    files: diskFiles(filesFolder(config.DATA_DIR)),
    houseFolder: HOUSE_PICTURES,
  }
  const drawings = new Map<string, string>()
  const routes = new Hono<ShellEnv>()

  routes.get('/:name', async (c) => {
    const name = c.req.param('name')
    const drawn = drawings.get(name) ?? draw(name)
    if (drawn) {
      drawings.set(name, drawn)
      return c.body(drawn, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
    }
    const asked = readMediaName(name)
    const picture = asked && (await readPicture(store, asked.id, asked.size))
    if (!picture) return c.text('There is no such picture.', 404)
    const cacheControl = picture.final ? FOR_EVER : FOR_NOW
    return c.body(picture.bytes, 200, { 'content-type': picture.type, 'cache-control': cacheControl })
  })
  return routes
}

/** `drawn-jar-blush.svg`, `mood-home.svg`: a small, closed set. */
function draw(name: string): string | undefined {
  const [, kind, what, tone] = /^(drawn|mood)-([a-z]+)(?:-([a-z]+))?\.svg$/.exec(name) ?? []
  const mooded = kind === 'mood' && MOODS.find((known) => known === what)
  if (mooded) return mood(mooded)
  const form = FORMS.find((known) => known === what)
  const toned = TONES.find((known) => known === tone)
  return kind === 'drawn' && form && toned ? drawing({ form, tone: toned }) : undefined
}
