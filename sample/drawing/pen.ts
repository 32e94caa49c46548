/** What the drawings are made of: flat colours within lines of one width, as the body of an SVG. */
export type Point = readonly [x: number, y: number]

/** The materials; orange is kept for the one thing in a picture that is a tool or a warning. */
export const ink = '#39434b'
export const paper = '#f6f4ef'
export const tone = {
  sky: '#e3e9e7',
  haze: '#cfd8d2',
  leaf: '#9dac8b',
  grass: '#b9c1a0',
  earth: '#a98f70',
  clay: '#8f7458',
  gravel: '#c6c1b5',
  concrete: '#cfccc3',
  wet: '#aeb2ae',
  wood: '#e2c798',
  sheet: '#d2b27f',
  cedar: '#bb8d5c',
  oldWood: '#9b8a74',
  board: '#eeebe3',
  mud: '#fbfaf6',
  plaster: '#ddd5c4',
  steel: '#a3aeb5',
  dark: '#56616a',
  night: '#2f383f',
  glass: '#c4d6d9',
  copper: '#c47f52',
  hot: '#b9584a',
  cold: '#5d86ab',
  wire: '#e9d06f',
  wrap: '#eceff0',
  shingle: '#757d83',
  batt: '#dfaea2',
  membrane: '#8ba49c',
  brick: '#b17762',
  white: '#fffdf9',
  orange: '#dd5f1c',
} as const

export interface Style {
  readonly line?: string
  readonly width?: number
  readonly opacity?: number
}

const number = (value: number) => String(Math.round(value * 10) / 10)
const listed = (points: readonly Point[]) =>
  points.map(([x, y]) => `${number(x)},${number(y)}`).join(' ')

function look(fill: string, { line = ink, width = 2.6, opacity = 1 }: Style): string {
  const stroke = line === 'none' ? '' : ` stroke="${line}" stroke-width="${number(width)}"`
  // Not `opacity`, for which each shape would be painted on a sheet of its own: that took most of the time.
  const seen = opacity === 1 ? '' : ` fill-opacity="${opacity}" stroke-opacity="${opacity}"`
  return `fill="${fill}"${stroke}${seen}`
}

export const shape = (points: readonly Point[], fill: string, style: Style = {}) =>
  `<polygon points="${listed(points)}" ${look(fill, style)}/>`

export const flat = (points: readonly Point[], fill: string, opacity = 1) =>
  shape(points, fill, { line: 'none', opacity })

export const box = (
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  style: Style & { round?: number } = {},
) =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(Math.max(0, w))}" height="${number(Math.max(0, h))}"${style.round ? ` rx="${style.round}"` : ''} ${look(fill, style)}/>`

export const stroke = (points: readonly Point[], line: string = ink, width = 2.6, opacity = 1) =>
  `<polyline points="${listed(points)}" ${look('none', { line, width, opacity })}/>`

export const disc = (x: number, y: number, r: number, fill: string, style: Style = {}) =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="${number(r)}" ${look(fill, style)}/>`

export const oval = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  style: Style = {},
) =>
  `<ellipse cx="${number(x)}" cy="${number(y)}" rx="${number(rx)}" ry="${number(ry)}" ${look(fill, style)}/>`

/** A path as SVG spells it. */
export const curve = (d: string, fill: string, style: Style = {}) =>
  `<path d="${d}" ${look(fill, style)}/>`

/** A soft line of one colour with an inked edge: a pipe, a cable, a hose. */
export const tube = (d: string, fill: string, width: number) =>
  curve(d, 'none', { line: ink, width: width + 4.5 }) + curve(d, 'none', { line: fill, width })

/** What falls outside of the polygon is cut off. The name must be the only one in its picture. */
export const within = (name: string, points: readonly Point[], body: string) =>
  `<clipPath id="${name}"><polygon points="${listed(points)}"/></clipPath><g clip-path="url(#${name})">${body}</g>`

/** The two colours mixed: none of the second at 0, nothing else at 1. */
export function mix(a: string, b: string, part: number): string {
  const channel = (at: number) => {
    const [from, to] = [
      Number.parseInt(a.slice(at, at + 2), 16),
      Number.parseInt(b.slice(at, at + 2), 16),
    ]
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const darker = (color: string, part = 0.14) => mix(color, ink, part)
export const lighter = (color: string, part = 0.35) => mix(color, tone.white, part)

/** The numbers from `from` on, a step apart, that are below `to`. */
export function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / by)) }, (_, n) => from + n * by)
}
