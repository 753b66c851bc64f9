/** What is found by trying it, outside of the database and the files. Each throws with the reason when it fails. */
export type Probes = {
  /** The mail server's greeting, and whether it lets us in. */
  checkMailServer(): Promise<void>
  /** A message of our own, signed as the card provider's are, sent to where it sends them. */
  sendTestWebhook(): Promise<void>
  /** Bytes that are left where files and backups are kept. */
  freeDiskSpace(): Promise<number>
  /** Migrations of this version that the database has not had. */
  missingMigrations(): Promise<string[]>
}
