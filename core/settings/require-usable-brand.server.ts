import { z } from 'zod'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { BrandSettings } from './brand-settings.ts'
import { findColorProblem } from './palette.ts'

const MIN_ICON = 512

export async function requireUsableBrand(tx: Db, brand: BrandSettings): Promise<void> {
  const { icon, sharePicture } = brand
  const [problem] = Object.entries(findColorProblem(brand) ?? {})
  if (problem) throw invalidInput(`brand.${problem[0]}`, problem[1])
  if (icon) await requireIcon(tx, icon)
  if (
    sharePicture &&
    !(await execute(tx)`
    select from pictures where id = ${sharePicture} or origin = 'bundled:mood/' || replace(${sharePicture}, 'mood-', '') || '.webp'`)
  )
    throw invalidInput('brand.share_picture', 'This picture no longer exists. Choose another one from Media.')
}

const IconFile = z.strictObject({ type: z.string(), width: z.int().nullable(), height: z.int().nullable() })

async function requireIcon(tx: Db, icon: string): Promise<void> {
  const [file] = await query(tx, IconFile)`
    select u.type, p.width, p.height from uploads u left join pictures p on p.id = u.picture_id
    where '/storage/public/' || u.bucket || '/' || u.path = ${icon}`
  const refuse = (message: string) => invalidInput('brand.icon', message)
  if (!file) throw refuse('This picture no longer exists. Choose another one from Media.')
  const { type, width, height } = file
  if (type === 'image/svg+xml') return
  if (type !== 'image/png') throw refuse('An icon is a PNG or SVG file. Choose another picture.')
  if (width !== height) throw refuse(`This picture has ${width} × ${height} pixels. Choose a square one.`)
  if (width !== null && width < MIN_ICON)
    throw refuse(
      `This picture has ${width} × ${height} pixels. Choose one with at least ${MIN_ICON} × ${MIN_ICON}.`,
    )
}
