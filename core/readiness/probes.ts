/** Checks outside the database and file storage. Each throws with the reason when it fails. */
export type Probes = {
  /** Connects to the mail server and signs in. */
  checkMailServer(): Promise<void>
  /** Sends a signed test event to the public webhook URL. */
  sendTestWebhook(): Promise<void>
  /** Free bytes on the disk with files and backups. */
  freeDiskSpace(): Promise<number>
  /** This version's migrations that were not applied yet. */
  missingMigrations(): Promise<string[]>
}
