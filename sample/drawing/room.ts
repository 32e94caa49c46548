import { darker, flat, lighter, type Point, type Style, shape, steps, stroke, tone } from './pen.ts'
import { type Sheet, type View, viewFrom } from './sheet.ts'

/** A room seen from its open side; `x` and `y` are measured on its back wall. */
export interface Room extends View {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
  /** Pixels of a foot on the back wall, which is eight of them high. */
  readonly foot: number
  /** The lowest that something can stand and still be seen whole. */
  readonly low: number
}

export function roomOf({ w, h, between }: Sheet): Room {
  const upright = h > w
  const width = w * (upright ? between(0.7, 0.78) : between(0.62, 0.72))
  const height = h * (upright ? between(0.56, 0.62) : between(0.58, 0.66))
  const left = (w - width) * between(0.3, 0.7)
  const top = (h - height) * between(0.34, 0.44)
  const eye: Point = [left + width * between(0.35, 0.65), top + height * 0.46]
  const bounds = { left, right: left + width, top, bottom: top + height }
  return { ...viewFrom(eye, 2.6), ...bounds, width, height, foot: height / 8, low: h - 30 }
}

type Corner = readonly [x: number, y: number, z: number]

export const face = (view: View, corners: readonly Corner[], fill: string, style: Style = {}) =>
  shape(
    corners.map(([x, y, z]) => view.at(x, y, z)),
    fill,
    style,
  )

export const edge = (
  view: View,
  corners: readonly Corner[],
  line?: string,
  width?: number,
  opacity?: number,
) =>
  stroke(
    corners.map(([x, y, z]) => view.at(x, y, z)),
    line,
    width,
    opacity,
  )

/** The five sides, each in its light. */
export function shell(
  room: Room,
  sides: { back: string; left: string; right: string; floor: string; ceiling: string },
) {
  const { left, right, top, bottom } = room
  return (
    face(
      room,
      [
        [left, top, 1],
        [right, top, 1],
        [right, top, 0],
        [left, top, 0],
      ],
      sides.ceiling,
    ) +
    face(
      room,
      [
        [left, bottom, 1],
        [right, bottom, 1],
        [right, bottom, 0],
        [left, bottom, 0],
      ],
      sides.floor,
    ) +
    face(
      room,
      [
        [left, top, 1],
        [left, bottom, 1],
        [left, bottom, 0],
        [left, top, 0],
      ],
      sides.left,
    ) +
    face(
      room,
      [
        [right, top, 1],
        [right, bottom, 1],
        [right, bottom, 0],
        [right, top, 0],
      ],
      sides.right,
    ) +
    face(
      room,
      [
        [left, top, 1],
        [right, top, 1],
        [right, bottom, 1],
        [left, bottom, 1],
      ],
      sides.back,
    )
  )
}

/** A shell of one colour with its shadows. */
export const plainShell = (room: Room, wall: string, floor: string, ceiling: string = tone.white) =>
  shell(room, { back: wall, left: darker(wall, 0.07), right: lighter(wall, 0.3), floor, ceiling })

export interface Block {
  readonly x: number
  /** The top; `y + h` is what it stands on. */
  readonly y: number
  readonly w: number
  readonly h: number
  readonly from: number
  readonly to: number
}

/** A body with the sides that can be seen; `from` is nearer than `to`. */
export function block(view: View, { x, y, w, h, from, to }: Block, fill: string): string {
  const [eyeX, eyeY] = view.eye
  const [r, b] = [x + w, y + h]
  return [
    y > eyeY
      ? face(
          view,
          [
            [x, y, from],
            [r, y, from],
            [r, y, to],
            [x, y, to],
          ],
          lighter(fill),
        )
      : '',
    b < eyeY
      ? face(
          view,
          [
            [x, b, from],
            [r, b, from],
            [r, b, to],
            [x, b, to],
          ],
          darker(fill, 0.24),
        )
      : '',
    x > eyeX
      ? face(
          view,
          [
            [x, y, from],
            [x, b, from],
            [x, b, to],
            [x, y, to],
          ],
          darker(fill),
        )
      : '',
    r < eyeX
      ? face(
          view,
          [
            [r, y, from],
            [r, b, from],
            [r, b, to],
            [r, y, to],
          ],
          darker(fill),
        )
      : '',
    face(
      view,
      [
        [x, y, from],
        [r, y, from],
        [r, b, from],
        [x, b, from],
      ],
      fill,
    ),
  ].join('')
}

interface Line {
  readonly width: number
  readonly opacity: number
}

/** Lines on the floor that run to the back, one at each x; `from` is how near the nearest end is. */
export function linesBack(
  room: Room,
  at: readonly number[],
  { width, opacity }: Line,
  from = 0,
): string {
  const lines = at.map((x) =>
    edge(
      room,
      [
        [x, room.bottom, 1],
        [x, room.bottom, from],
      ],
      undefined,
      width,
      opacity,
    ),
  )
  return lines.join('')
}

/** Lines on the floor from wall to wall, one at each depth. */
export function linesAcross(room: Room, at: readonly number[], { width, opacity }: Line): string {
  const lines = at.map((z) =>
    edge(
      room,
      [
        [room.left, room.bottom, z],
        [room.right, room.bottom, z],
      ],
      undefined,
      width,
      opacity,
    ),
  )
  return lines.join('')
}

/** Seams of sheets or of boards that run to the back. */
export function floorSeams(room: Room, by: number, opacity = 0.35): string {
  return linesBack(room, steps(room.left + by, room.right, by), { width: 1.8, opacity })
}

/** Daylight that falls through a window onto the floor. */
export function sunOnFloor(room: Room, x: number, w: number): string {
  const { bottom, at } = room
  const corners = [
    at(x, bottom, 0.85),
    at(x + w, bottom, 0.85),
    at(x + w * 1.6, bottom, 0.5),
    at(x + w * 0.6, bottom, 0.5),
  ]
  return flat(corners, tone.white, 0.4)
}
