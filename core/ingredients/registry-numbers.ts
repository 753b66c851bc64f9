/** Of the Chemical Abstracts Service: 7732-18-5. Each digit counts by its place from the right. */
export function isCasNumber(text: string): boolean {
  const [, digits = '', check] = /^([1-9]\d{1,6}-\d\d)-(\d)$/.exec(text) ?? []
  const sum = [...digits.replace('-', '')]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i + 1), 0)
  return digits !== '' && sum % 10 === Number(check)
}

/** Of the European Community's inventory: 231-791-2. Each digit counts by its place. */
export function isEcNumber(text: string): boolean {
  const [, first = '', second = '', check] = /^(\d{3})-(\d{3})-(\d)$/.exec(text) ?? []
  const sum = [...(first + second)].reduce((total, digit, i) => total + Number(digit) * (i + 1), 0)
  return first !== '' && sum % 11 === Number(check)
}
