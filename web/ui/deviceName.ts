// The first match wins: Edge and Opera also identify as Chrome, and Chrome as Safari.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

const find = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A readable name for a user agent: `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  const browser = find(browsers, userAgent) ?? 'Unknown browser'
  const system = find(systems, userAgent)
  return system ? `${browser} on ${system}` : browser
}
