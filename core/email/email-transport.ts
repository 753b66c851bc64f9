export type OutgoingEmail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string | null
}

/** The postman: SMTP, or the demo's mailbox. The id travels along, so that a letter sent twice can be known as one. */
export type EmailTransport = { send(email: OutgoingEmail): Promise<void> }
