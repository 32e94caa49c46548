import {
  box,
  curve,
  darker,
  disc,
  flat,
  lighter,
  oval,
  type Point,
  shape,
  stroke,
  tone,
  tube,
} from './pen.ts'
import { type Block, block, edge, type Room } from './room.ts'
import type { View } from './sheet.ts'

/** A stepladder, `h` pixels high, standing at `x`, `y`. */
export function ladder(x: number, y: number, h: number, color: string = tone.steel): string {
  const w = h * 0.36
  const left = (part: number): Point => [x + (w * 0.36 * (h - part)) / h, y - h + part]
  const rungs = [0.2, 0.36, 0.52, 0.68, 0.84].map((part) => {
    const [l, py] = left(h * part)
    return box(l, py, w - 2 * (l - x), h * 0.024, color, { width: 2 })
  })
  const rail = (from: Point, to: Point) =>
    stroke([from, to], '#39434b', h * 0.042) + stroke([from, to], color, h * 0.042 - 4.5)
  return (
    stroke(
      [
        [x + w * 0.42, y - h],
        [x - w * 0.2, y - h * 0.03],
      ],
      darker(color, 0.4),
      5,
    ) +
    stroke(
      [
        [x + w * 0.58, y - h],
        [x + w * 1.2, y - h * 0.03],
      ],
      darker(color, 0.4),
      5,
    ) +
    rungs.join('') +
    rail([x + w * 0.36, y - h], [x, y]) +
    rail([x + w * 0.64, y - h], [x + w, y]) +
    box(x + w * 0.27, y - h - h * 0.03, w * 0.46, h * 0.05, tone.orange)
  )
}

/** A pail with its handle. */
export function pail(x: number, y: number, h: number, color: string, content: string): string {
  const w = h * 0.9
  return (
    curve(`M${x + 2},${y - h} Q${x + w / 2},${y - h * 1.7} ${x + w - 2},${y - h}`, 'none', {
      width: 3,
    }) +
    shape(
      [
        [x, y - h],
        [x + w, y - h],
        [x + w * 0.88, y],
        [x + w * 0.12, y],
      ],
      color,
    ) +
    oval(x + w / 2, y - h, w / 2, h * 0.16, darker(color)) +
    oval(x + w / 2, y - h + 2, w * 0.42, h * 0.11, content, { width: 1.8 })
  )
}

/** A two-foot level, leaning or lying along the line. */
export function level(x: number, y: number, w: number, turn = 0): string {
  return `<g transform="rotate(${turn} ${x} ${y})">${box(x, y, w, w * 0.1, tone.orange, { round: 4 })}${box(x + w * 0.42, y + w * 0.022, w * 0.16, w * 0.055, tone.wire, { width: 1.8 })}${disc(x + w * 0.12, y + w * 0.05, w * 0.026, tone.white, { width: 1.6 })}${disc(x + w * 0.88, y + w * 0.05, w * 0.026, tone.white, { width: 1.6 })}</g>`
}

/** Lengths of lumber, or of anything else, in layers on two bearers. */
export function stack(view: View, at: Block, layers: number, color: string = tone.wood): string {
  const each = at.h / layers
  return Array.from({ length: layers }, (_, n) => {
    const y = at.y + at.h - each * (n + 1)
    const body = block(
      view,
      { ...at, x: at.x + (n % 2) * 3, y, h: each },
      n % 2 ? darker(color, 0.05) : color,
    )
    return (
      body +
      Array.from({ length: 4 }, (_, k) => {
        const x = at.x + (at.w * (k + 1)) / 5
        return edge(
          view,
          [
            [x, y, at.from],
            [x, y + each, at.from],
          ],
          undefined,
          1.6,
          0.7,
        )
      }).join('')
    )
  }).join('')
}

/** A closed carton with its tape. */
export function carton(view: View, at: Block, color = '#cda678'): string {
  const middle = at.x + at.w / 2
  const tape = edge(
    view,
    [
      [middle, at.y, at.to],
      [middle, at.y, at.from],
      [middle, at.y + at.h * 0.25, at.from],
    ],
    lighter(color, 0.5),
    7,
    0.9,
  )
  return block(view, at, color) + tape
}

/** A pair of trestles with a board across, by their middle and height. */
export function trestles(
  x: number,
  y: number,
  h: number,
  w: number,
  board: string = tone.wood,
): string {
  const horse = (at: number) =>
    [-0.32, 0.32]
      .map(
        (lean) =>
          stroke(
            [
              [at, y - h * 0.8],
              [at + lean * h, y],
            ],
            '#39434b',
            11,
          ) +
          stroke(
            [
              [at, y - h * 0.8],
              [at + lean * h, y],
            ],
            tone.oldWood,
            7,
          ),
      )
      .join('') + box(at - h * 0.36, y - h * 0.9, h * 0.72, h * 0.13, tone.oldWood)
  return horse(x - w * 0.3) + horse(x + w * 0.3) + box(x - w / 2, y - h * 1.04, w, h * 0.14, board)
}

/** A work light on its stand and the light it gives. */
export function workLight(x: number, y: number, h: number): string {
  return (
    flat(
      [
        [x - h * 0.1, y - h],
        [x + h * 0.1, y - h],
        [x + h * 1.1, y - h * 1.9],
        [x - h * 0.7, y - h * 2.1],
      ],
      tone.wire,
      0.16,
    ) +
    stroke(
      [
        [x, y - h],
        [x, y - h * 0.2],
      ],
      '#39434b',
      7,
    ) +
    [-0.28, 0.02, 0.3]
      .map((lean) =>
        stroke(
          [
            [x, y - h * 0.35],
            [x + lean * h, y],
          ],
          '#39434b',
          6,
        ),
      )
      .join('') +
    box(x - h * 0.17, y - h * 1.14, h * 0.34, h * 0.22, tone.orange, { round: 4 }) +
    box(x - h * 0.12, y - h * 1.1, h * 0.24, h * 0.14, tone.white, { round: 2, width: 2 })
  )
}

/** An extension cord across the floor. */
export const cord = (from: Point, to: Point, sag: number) =>
  tube(
    `M${from[0]},${from[1]} C${from[0] + sag},${from[1] + sag} ${to[0] - sag * 1.5},${to[1] - sag} ${to[0]},${to[1]}`,
    tone.orange,
    5,
  )

/** Things standing on the floor of a room, by part of its width and depth. */
export function onFloor(room: Room, part: number, depth: number): Point {
  const [x, y] = room.at(room.left + room.width * part, room.bottom, depth)
  return [x, Math.min(y, room.low)]
}
