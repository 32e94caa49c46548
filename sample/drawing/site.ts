import { curve, darker, flat, lighter, steps } from './pen.ts'
import { edge, face } from './room.ts'
import { type Sheet, type View, viewFrom } from './sheet.ts'
import { house, ROOFS, WALLS } from './yard.ts'

export interface Site extends View {
  /** The ground on the far plane. */
  readonly y: number
}

/** The ground from a little above: the far plane is where the yard ends. */
export function site({ w, h, between }: Sheet, horizon: number): Site {
  const y = h * horizon + 90
  return { ...viewFrom([w * between(0.4, 0.6), h * horizon - 190], 5), y }
}

export function homeBehind(sheet: Sheet, horizon: number): string {
  const { w, h, between, same } = sheet
  const width = w * between(0.4, 0.58)
  return house(
    sheet,
    { x: w * between(0.04, 0.4), y: h * horizon - h * 0.16, w: width, h: h * 0.22 },
    { wall: same(WALLS), roof: same(ROOFS) },
  )
}

export const heap = (x: number, y: number, w: number, h: number, color: string) =>
  curve(
    `M${x},${y} Q${x + w * 0.2},${y - h * 0.9} ${x + w * 0.45},${y - h} T${x + w},${y}z`,
    color,
  ) +
  curve(`M${x + w * 0.2},${y - h * 0.4} l20,-12 m40,-30 l24,-8 m10,50 l26,-6`, 'none', {
    width: 2,
    opacity: 0.5,
  })

export const LEFT = 240

export const RIGHT = 960

/** A pit with straight sides, by its corners on the ground. */
export function pit(view: Site, deep: number, inside: string, bottom: string): string {
  const { y } = view
  const [l, r] = [LEFT, RIGHT]
  const [near, far] = [0.32, 0.86]
  return (
    face(
      view,
      [
        [l, y, far],
        [r, y, far],
        [r, y, near],
        [l, y, near],
      ],
      bottom,
    ) +
    face(
      view,
      [
        [l, y, far],
        [r, y, far],
        [r, y + deep, far],
        [l, y + deep, far],
      ],
      inside,
    ) +
    face(
      view,
      [
        [l, y, far],
        [l, y + deep, far],
        [l, y + deep, near],
        [l, y, near],
      ],
      darker(inside),
    ) +
    face(
      view,
      [
        [r, y, far],
        [r, y + deep, far],
        [r, y + deep, near],
        [r, y, near],
      ],
      lighter(inside, 0.12),
    ) +
    face(
      view,
      [
        [l, y + deep, far],
        [r, y + deep, far],
        [r, y + deep, near],
        [l, y + deep, near],
      ],
      bottom,
    ) +
    flat(
      [
        view.at(l, y, near),
        view.at(r, y, near),
        view.at(r, y + deep, near),
        view.at(l, y + deep, near),
      ],
      inside,
      0,
    ) +
    edge(view, [
      [l, y, near],
      [r, y, near],
    ])
  )
}

export const bars = (
  view: Site,
  y: number,
  xs: readonly [number, number],
  zs: readonly [number, number],
  gap: number,
) =>
  steps(xs[0], xs[1], gap)
    .map((x) =>
      edge(
        view,
        [
          [x, y, zs[0]],
          [x, y, zs[1]],
        ],
        '#8a5a44',
        4,
      ),
    )
    .join('') +
  steps(zs[0], zs[1], 0.055)
    .map((z) =>
      edge(
        view,
        [
          [xs[0], y, z],
          [xs[1], y, z],
        ],
        '#8a5a44',
        4,
      ),
    )
    .join('')
