export type ByteRange = { start: number; end: number }
export type OpenedFile = { body: ReadableStream<Uint8Array>; bytes: number; range: ByteRange | undefined }

/** File storage: a folder or an S3-compatible store. Paths use slashes and never contain "..". */
export type Files = {
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Atomic: readers never see a partial file. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  /** A local folder for uploads that haven't been inspected. */
  tempFolder: string
  /** The name of the malware in a file, if a scanner is configured. */
  findMalware?(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string | undefined>
  /** Stores a temporary file without reading it into memory. */
  moveIn(path: string, tempFile: string): Promise<void>
  /** `range` includes both ends. */
  open(path: string, range?: { start: number; end?: number | undefined }): Promise<OpenedFile | undefined>
}
