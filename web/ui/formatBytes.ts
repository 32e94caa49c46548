const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const sizes = UNITS.map(
  (unit) =>
    new Intl.NumberFormat('en-US', {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
    }),
)

/** A number of bytes in decimal units: `0 bytes`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const index = Math.min(power, UNITS.length - 1)
  return sizes[index]?.format(bytes / 1000 ** index) ?? ''
}
