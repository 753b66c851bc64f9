export type OutgoingEmail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string | null
}

/** SMTP, or the demo's mailbox. The ID is sent along, so that an email delivered twice can be recognized. */
export type EmailTransport = { send(email: OutgoingEmail): Promise<void> }
