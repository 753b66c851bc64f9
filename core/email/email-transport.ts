export type OutgoingEmail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string | null
}

/** SMTP, or the demo's mailbox. The message carries the ID, so a recipient can recognize a duplicate. */
export type EmailTransport = { send(email: OutgoingEmail): Promise<void> }
