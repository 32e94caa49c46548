// Figures as they stand on paper.

/** Whole dollars with their separators: `12870` as `12,870`. */
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Exact text with separators, and with at least so many decimals. */
export function numberText(exact: string, least = 0): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(exact) ?? []
  const fraction = decimals.padEnd(least, '0')
  return `${sign && '−'}${grouped(whole)}${fraction && `.${fraction}`}`
}

/** Exact dollars as people read them, `-1234.5` as `−$1,234.50`. */
export function moneyText(exact: string): string {
  const text = numberText(exact, 2)
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`
}
