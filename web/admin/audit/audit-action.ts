/** Names that the words of the action alone don't give. */
const LABELS: Record<string, string> = {
  'entry-added': 'Accounting entry added',
  'order-moved': 'Order status changed',
  'order-tagged': 'Order tags changed',
  'customer-tagged': 'Customer tags changed',
  'customer-noted': 'Customer note added',
  'letter-resent': 'Email resent',
  'order-email-resent': 'Email resent',
  'pictures-hung': 'Photos changed',
  'books-exported': 'Accounting exported',
  'offer-made': 'Offer created',
  'offer-changed': 'Offer changed',
  'offer-stopped': 'Offer paused',
  'back-up-made': 'Backup created',
  'second-factor-on': 'Two-step sign-in turned on',
  'second-factor-off': 'Two-step sign-in turned off',
  'second-factor-removed': 'Two-step sign-in removed',
}

/** `content-published` is “Content published”. */
export function auditActionLabel(action: string): string {
  const words = action
    .replace(/^settings-(?!changed$)/, '')
    .replace(/^api-/, 'API-')
    .replaceAll('-', ' ')
  return LABELS[action] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const SCREENS: Record<string, [path: string, name: string]> = {
  ord: ['orders', 'Order'],
  prd: ['products', 'Product'],
  fam: ['products/families', 'Family'],
  usr: ['users', 'User'],
  cnt: ['content', 'Content'],
  bat: ['products/batches', 'Batch'],
  adv: ['adverse-events', 'Adverse event'],
}

/** Where the subject of an entry opens. */
export function auditSubjectLink(subject: string): { to: string; name: string } | undefined {
  const [path, name] = SCREENS[subject.split('_')[0] ?? ''] ?? []
  return path && name ? { to: `${path}/${subject}`, name } : undefined
}

/** A page's text has a line for each of its paragraphs. */
export function shortenBody(lines: string[]): string[] {
  const others = lines.filter((line) => !line.startsWith('Body, '))
  return others.length < lines.length ? [...others, 'Text changed'] : others
}
