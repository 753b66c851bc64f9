let name = 'The store'

/** For titles and descriptions, which know only their page. A process and a browser tab show one store. */
export const storeName = () => name

export function setStoreName(current: string): void {
  name = current
}
