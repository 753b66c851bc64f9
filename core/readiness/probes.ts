/** What a shopper's browser receives. */
export type PaymentPage = {
  policy: string | null
  /** As the store makes it for a page without inline scripts and styles. */
  usualPolicy: string
  /** How many scripts of the store it has. */
  scripts: number
  /** The addresses of scripts that aren't the store's. */
  foreignScripts: string[]
  /** The paths of the store's scripts that differ from those of the release. */
  changedScripts: string[]
}

/** Checks outside the database and file storage. Each throws with the reason when it fails. */
export type Probes = {
  checkMailServer(): Promise<void>
  sendTestWebhook(): Promise<void>
  /** Null for the development server. */
  readPaymentPage(): Promise<PaymentPage | null>
  /** Free bytes on the disk with files and backups. */
  freeDiskSpace(): Promise<number>
  missingMigrations(): Promise<string[]>
  /** Whether the store's database role could drop a table. */
  canChangeSchema(): Promise<boolean>
}
