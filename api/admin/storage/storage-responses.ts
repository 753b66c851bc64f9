import { z } from '@hono/zod-openapi'
import { Refusal } from '#core/errors.ts'
import { type Bucket, isBucket, publicPath, type Upload } from '#core/media/upload.ts'

export const FileResponse = z
  .object({
    name: z.string(),
    path: z.string(),
    url: z.string(),
    picture_id: z
      .string()
      .nullable()
      .describe('For products, pages, and posts; null if it isn’t a photograph'),
    created_at: z.iso.datetime(),
    metadata: z.object({ size: z.number().int(), mimetype: z.string() }),
  })
  .openapi('StorageFile')

export function requireBucket(name: string): Bucket {
  if (!isBucket(name)) throw new Refusal('not_found', 'Bucket not found.')
  return name
}

export function toFileResponse(upload: Upload, origin: string): z.infer<typeof FileResponse> {
  const { path, pictureId, createdAt, bytes, type } = upload
  return {
    name: path.split('/').at(-1) ?? path,
    path,
    url: origin + publicPath(upload),
    picture_id: pictureId,
    created_at: createdAt.toISOString(),
    metadata: { size: bytes, mimetype: type },
  }
}
