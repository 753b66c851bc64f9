export type ByteRange = { start: number; end: number }
export type OpenedFile = { body: ReadableStream<Uint8Array>; bytes: number; range: ByteRange | undefined }

/** Where bytes are kept that are not rows: a folder, or any S3-compatible store. Paths use slashes and never climb. */
export type Files = {
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Whole or not at all: nobody ever reads half a file. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  /** A folder of this machine for what arrives, before it is known to be good. */
  tempFolder: string
  /** Takes over a file that lies on the desk, however large, without reading it whole. */
  moveIn(path: string, tempFile: string): Promise<void>
  /** The file as a stream, or a span of it, both ends included. */
  open(path: string, range?: { start: number; end?: number | undefined }): Promise<OpenedFile | undefined>
}
