/** What unsaved-changes.ts compares. */
export const savedField = (name: string, saved: string) => ({
  name,
  defaultValue: saved,
  'data-saved': saved,
})
