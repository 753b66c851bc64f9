/** Breaks after the at sign, if at all. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split('@')
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}
