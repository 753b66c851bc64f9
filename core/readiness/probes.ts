/** Checks outside the database and file storage. Each throws with the reason when it fails. */
export type Probes = {
  checkMailServer(): Promise<void>
  sendTestWebhook(): Promise<void>
  /** Free bytes on the disk with files and backups. */
  freeDiskSpace(): Promise<number>
  missingMigrations(): Promise<string[]>
  /** Whether the store's database role could drop a table. */
  canChangeSchema(): Promise<boolean>
}
