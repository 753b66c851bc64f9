/** Rules below catch repeated characters and sequences. */
const COMMON_PASSWORDS = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword qwertyui qwertyuiop qwerty12 qwerty123
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 zaq12wsx qazwsxedc asdfghjk asdfghjkl zxcvbnm1 iloveyou iloveyou1 sunshine
  princess football baseball superman batman123 trustno1 whatever welcome1 welcome123 letmein1 letmein123 starwars
  computer michelle jennifer jessica1 charlie1 michael1 jordan23 liverpool chelsea1 arsenal1 maverick midnight
  changeme changeit default1 admin123 admin1234 administrator rootroot testtest test1234 testing123 guest123
  abcd1234 abc12345 a1b2c3d4 aa123456 asd12345 monkey123 dragon123 shadow12 master12 freedom1 hello123 helloworld
  beautiful babygirl lovelove mustang1 mercedes corvette samantha butterfly chocolate cheese123 pokemon1 naruto123
  minecraft internet security secret12 secret123 mypassword passpass login123 eternalbeauty eternal-beauty
  qwerty monkey dragon letmein abc123 admin1 secret master 123abc iloveu`.split(/\s+/),
)

export function isCommonPassword(password: string): boolean {
  const normalized = password.toLowerCase()
  return (
    COMMON_PASSWORDS.has(normalized) ||
    new Set(normalized).size < 3 ||
    SEQUENCES.includes(normalized) ||
    '9876543210'.includes(normalized)
  )
}

const SEQUENCES = '0123456789012345678901234567890abcdefghijklmnopqrstuvwxyz'
