import { box, disc, flat, lighter, type Point, shape, steps, stroke, tone, within } from './pen.ts'
import type { Sheet } from './sheet.ts'

export interface Slope {
  readonly l: number
  readonly r: number
  readonly top: number
  readonly bottom: number
  readonly lean: number
  readonly corners: readonly Point[]
}

export function slopeOf({ w, h, between }: Sheet): Slope {
  const [top, bottom] = [h * between(0.2, 0.27), h * between(0.8, 0.86)]
  const [l, r] = [w * between(-0.12, 0.06), w * between(0.94, 1.12)]
  const lean = w * between(0.07, 0.12)
  return {
    l,
    r,
    top,
    bottom,
    lean,
    corners: [
      [l + lean, top],
      [r - lean, top],
      [r, bottom],
      [l, bottom],
    ],
  }
}

/** The ends of a course at a height, and how far down the slope it is, from 0 to 1. */
export function courseAt(
  { l, r, top, bottom, lean }: Slope,
  part: number,
): readonly [Point, Point] {
  const y = top + (bottom - top) * part
  const inset = lean * (1 - part)
  return [
    [l + inset, y],
    [r - inset, y],
  ]
}

export const band = (slope: Slope, from: number, to: number): Point[] => {
  const [a, b] = courseAt(slope, from)
  const [c, d] = courseAt(slope, to)
  return [a, b, d, c]
}

export const COURSES = 16

/** Courses from the eave up to a part of the slope, their tabs staggered. */
export function shingled(slope: Slope, color: string, upTo: number, name: string): string {
  const rows = steps(0, COURSES, 1).filter(
    (n) => 1 - n / COURSES <= 1 && (n + 1) / COURSES > 1 - upTo,
  )
  const body = rows.map((n) => {
    const [from, to] = [n / COURSES, (n + 1) / COURSES]
    const [[x1, y1], [x2]] = courseAt(slope, from)
    const [[x3, y3], [x4]] = courseAt(slope, to)
    const tabs = steps(0, 30, 1).map((k) => {
      const part = (k + (n % 2) * 0.5 + (n % 3) * 0.12) / 28
      return stroke(
        [
          [x1 + (x2 - x1) * part, y1],
          [x3 + (x4 - x3) * part, y3],
        ],
        undefined,
        1.5,
        0.45,
      )
    })
    const tint = [1, 4, 9, 15, 22].map((k) => {
      const [p, q] = [((k * 5 + n * 7) % 28) / 28, ((k * 5 + n * 7) % 28) / 28 + 1 / 28]
      return flat(
        [
          [x1 + (x2 - x1) * p, y1],
          [x1 + (x2 - x1) * q, y1],
          [x3 + (x4 - x3) * q, y3],
          [x3 + (x4 - x3) * p, y3],
        ],
        tone.night,
        0.13,
      )
    })
    return (
      shape(band(slope, from, to), n % 2 ? color : lighter(color, 0.06), { width: 1.8 }) +
      tint.join('') +
      tabs.join('')
    )
  })
  return within(name, slope.corners, body.join(''))
}

/** Sheets of the deck; some of them soft. */
export function decked(slope: Slope, { between }: Sheet, rotten: boolean): string {
  const rows = steps(0, 5, 1).map((n) => {
    const [[x1, y1], [x2]] = courseAt(slope, n / 5)
    const [[x3, y3], [x4]] = courseAt(slope, (n + 1) / 5)
    const cuts = steps(0, 6, 1).map((k) => (k + (n % 2) * 0.5) / 5)
    const soft = rotten
      ? cuts
          .filter(() => between(0, 1) < 0.32)
          .map((p) =>
            flat(
              [
                [x1 + (x2 - x1) * p, y1],
                [x1 + (x2 - x1) * (p + 0.2), y1],
                [x3 + (x4 - x3) * (p + 0.2), y3],
                [x3 + (x4 - x3) * p, y3],
              ],
              '#7d6a55',
              0.75,
            ),
          )
      : []
    const fresh = rotten
      ? []
      : cuts
          .filter(() => between(0, 1) < 0.35)
          .map((p) =>
            flat(
              [
                [x1 + (x2 - x1) * p, y1],
                [x1 + (x2 - x1) * (p + 0.2), y1],
                [x3 + (x4 - x3) * (p + 0.2), y3],
                [x3 + (x4 - x3) * p, y3],
              ],
              tone.wood,
            ),
          )
    return (
      shape(band(slope, n / 5, (n + 1) / 5), rotten ? '#b59b76' : tone.sheet, { width: 2 }) +
      [...soft, ...fresh].join('') +
      cuts
        .map((p) =>
          stroke(
            [
              [x1 + (x2 - x1) * p, y1],
              [x3 + (x4 - x3) * p, y3],
            ],
            undefined,
            2,
            0.7,
          ),
        )
        .join('')
    )
  })
  return within('deck', slope.corners, rows.join(''))
}

/** Underlayment with its caps. */
export function felted(slope: Slope, upTo: number): string {
  const rows = steps(0, 6, 1)
    .filter((n) => (n + 1) / 6 > 1 - upTo)
    .map((n) => {
      const [[x1, y1], [x2]] = courseAt(slope, n / 6 + 0.03)
      return (
        shape(band(slope, n / 6, (n + 1) / 6), n % 2 ? '#c3ccd0' : '#cbd3d6', { width: 2 }) +
        steps(0, 18, 1)
          .map((k) =>
            disc(x1 + (x2 - x1) * ((k + (n % 2) * 0.5) / 18), y1 + 8, 5, tone.orange, {
              width: 1.2,
            }),
          )
          .join('')
      )
    })
  return within('felt', slope.corners, rows.join(''))
}

export const vent = (x: number, y: number, s: number) =>
  shape(
    [
      [x - s, y + s * 0.5],
      [x - s * 0.4, y - s * 0.3],
      [x + s * 0.4, y - s * 0.3],
      [x + s, y + s * 0.5],
    ],
    tone.dark,
  ) + box(x - s * 0.24, y - s * 1.5, s * 0.48, s * 1.3, tone.white)
