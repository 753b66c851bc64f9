import type { Appearance } from '@stripe/stripe-js'

/** The colors of the store’s brand. Its typefaces can’t be read from the provider’s frames, so those use the system’s. */
export function paymentAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement)
  const color = (name: string) => styles.getPropertyValue(`--color-${name}`).trim()
  return {
    theme: 'flat',
    variables: {
      colorPrimary: color('rosewood'),
      colorBackground: color('white'),
      colorText: color('ink'),
      colorTextSecondary: color('ink-soft'),
      colorDanger: color('rosewood'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      spacingUnit: '5px',
      borderRadius: '0px',
    },
    rules: {
      '.Input': { border: `1px solid ${color('control')}`, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${color('hairline')}` },
      '.Tab--selected': { border: `1px solid ${color('ink')}`, color: color('ink') },
    },
  }
}
