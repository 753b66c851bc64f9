/** Who may read the data, and how it is protected. */
export const DATA_CLASSES = {
  credential: {
    holds: 'What signs someone in',
    readers: 'Nobody. The server only compares it.',
    protection:
      'Passwords: Argon2id. Tokens and one-time codes: only their hash. Authenticator secrets: encrypted with a key derived from `AUTH_SECRET`. Never exported, logged, or sent to a browser.',
  },
  contact: {
    holds: 'Who someone is, how to reach them, and what they wrote',
    readers: 'The customer and administrators',
    protection:
      'Each query checks the owner or the role. Responses are `no-store`. Never in the store’s logs or the page cache. URLs have none, except searches in the back office and the newsletter’s links: leave queries out of a proxy’s log.',
  },
  health: {
    holds: 'What may say something about someone’s health',
    readers: 'The customer. The back office doesn’t show it.',
    protection:
      'Stored only after the customer agreed, with the version of the text, and deleted when they withdraw. Otherwise as contact data.',
  },
  purchase: {
    holds: 'What someone bought, paid, and got back',
    readers: 'The customer and administrators',
    protection: 'As contact data. Constraints and triggers keep amounts from being changed later.',
  },
  security: {
    holds: 'Devices, networks, and attempts',
    readers: 'The customer; administrators see only that a session exists',
    protection: 'As contact data. Networks in logs are keyed hashes.',
  },
} as const

export type DataClass = keyof typeof DATA_CLASSES

/** Which rows belong to an account: by its ID or its email address, or through rows of another table. */
export type Owner =
  | { account: string; email?: string }
  | { email: string }
  | { parent: string; column: string }

export type PersonalTable = {
  /** In the export. */
  name: string
  holds: string
  class: DataClass
  owner: Owner | null
  /** Columns separated by spaces. */
  exported: string
  /** For columns of which only a part is exported. */
  expressions?: Record<string, string>
  withheld?: Record<string, string>
  /** Columns that keep their values after erasure. Without them, the rows are deleted. */
  keeps?: string
  retention: string
}
