import { box, darker, disc, flat, stroke, tone } from './pen.ts'
import { face, type Room } from './room.ts'

export const SUBFLOOR = '#d9bd8d'

export const COLORS = ['#c9d1c4', '#d5cdbf', '#bfcbd3', '#dcc9b6', '#cfc7d0', '#d9d6c3'] as const

/** A finished window on the back wall, with its casing. */
export function windowOn(
  { foot }: Room,
  x: number,
  y: number,
  w: number,
  h: number,
  casing: string = tone.white,
): string {
  const c = foot * 0.28
  return (
    box(x - c, y - c, w + 2 * c, h + 2 * c, casing) +
    box(x, y, w, h, tone.sky) +
    flat(
      [
        [x, y + h * 0.66],
        [x + w * 0.4, y + h * 0.56],
        [x + w, y + h * 0.7],
        [x + w, y + h],
        [x, y + h],
      ],
      tone.leaf,
      0.8,
    ) +
    box(x, y, w, h / 2, 'none', { width: 5, line: casing }) +
    box(x, y + h / 2, w, h / 2, 'none', { width: 5, line: casing }) +
    stroke([
      [x, y + h / 2],
      [x + w, y + h / 2],
    ]) +
    box(x, y, w, h, 'none') +
    box(x - c * 1.3, y + h + c * 0.5, w + c * 2.6, c * 0.5, casing)
  )
}

/** Base boards round the room. */
export const baseboard = ({ left, right, bottom, foot, ...room }: Room) => {
  const h = foot * 0.42
  const view = { at: room.at, eye: room.eye }
  return (
    face(
      view,
      [
        [left, bottom - h, 1],
        [left, bottom, 1],
        [left, bottom, 0],
        [left, bottom - h, 0],
      ],
      darker(tone.white, 0.06),
    ) +
    face(
      view,
      [
        [right, bottom - h, 1],
        [right, bottom, 1],
        [right, bottom, 0],
        [right, bottom - h, 0],
      ],
      tone.white,
    ) +
    box(left, bottom - h, right - left, h, tone.white)
  )
}

export function doorOn(
  { bottom, foot }: Room,
  x: number,
  { slab = true, casing = true } = {},
): string {
  const [w, h, c] = [foot * 2.7, foot * 6.7, foot * 0.3]
  const y = bottom - h
  const panels = [0.1, 0.54].flatMap((part) =>
    [0.12, 0.55].map((across) =>
      box(x + w * across, y + h * part, w * 0.33, h * (part < 0.2 ? 0.36 : 0.38), 'none', {
        width: 2,
      }),
    ),
  )
  return (
    (casing ? box(x - c, y - c, w + 2 * c, h + c, tone.white) : '') +
    (slab
      ? box(x, y, w, h, '#f1ece0') +
        panels.join('') +
        disc(x + w * 0.92, y + h * 0.53, foot * 0.11, tone.night)
      : box(x, y, w, h, tone.night, { opacity: 0.75 }))
  )
}
