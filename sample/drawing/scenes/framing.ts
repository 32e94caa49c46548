import { bare, openingIn, SUBFLOOR } from '../bare.ts'
import { box, darker, lighter, steps, tone } from '../pen.ts'
import { cord, ladder, level, onFloor, stack, trestles } from '../props.ts'
import { edge, floorSeams, type Room, roomOf, shell } from '../room.ts'
import type { Scene } from '../sheet.ts'
import type { Opening } from '../studs.ts'

/** Short pieces between the studs at half their height, one up, one down. */
function blocking({ left, right, top, height, foot }: Room, opening: Opening | undefined): string {
  const free = (x: number) => !opening || x + foot * 1.4 < opening.x || x > opening.x + opening.w
  return steps(left, right - foot * 1.4, foot * 1.333)
    .filter(free)
    .map((x, n) =>
      n % 3 === 1
        ? ''
        : box(
            x + foot * 0.19,
            top + height * 0.5 + (n % 2) * foot * 0.2,
            foot * 1.14,
            foot * 0.2,
            lighter(tone.wood, 0.2),
            { width: 2 },
          ),
    )
    .join('')
}

/** Walls going up: laid out, half standing, or framed. */
export const framing: Scene = (sheet) => {
  const { stage, between, perhaps } = sheet
  const room = roomOf(sheet)
  const { left, right, bottom, foot, width } = room
  if (stage === 'before') {
    const old = {
      back: tone.plaster,
      left: darker(tone.plaster, 0.09),
      right: darker(tone.plaster, 0.03),
      floor: SUBFLOOR,
      ceiling: tone.board,
    }
    const chalk = (z: number) =>
      edge(
        room,
        [
          [left, bottom, z],
          [right, bottom, z],
        ],
        tone.cold,
        3,
      )
    const across = left + width * between(0.3, 0.6)
    return (
      shell(room, old) +
      floorSeams(room, foot * 4) +
      chalk(0.35) +
      chalk(0.38) +
      edge(
        room,
        [
          [across, bottom, 0.95],
          [across, bottom, 0.1],
        ],
        tone.cold,
        3,
      ) +
      stack(
        room,
        {
          x: left + foot * between(0.3, 1),
          y: bottom - foot * 1.1,
          w: foot * 2.6,
          h: foot * 1.1,
          from: 0.3,
          to: 0.95,
        },
        4,
      ) +
      level(...onFloor(room, 0.7, 0.25), 190, -8)
    )
  }
  const opening = stage === 'done' || perhaps(0.5) ? openingIn(room, sheet) : undefined
  const upTo = stage === 'done' ? 1 : between(0.45, 0.75)
  const [sx, sy] = onFloor(room, between(0.2, 0.3), 0.18)
  const [lx, ly] = onFloor(room, between(0.7, 0.85), 0.4)
  const rest =
    stage === 'done'
      ? blocking(room, opening) +
        (perhaps(0.5) ? ladder(lx, ly, room.height * 0.82) : level(lx - 60, ly - 60, 170, -12))
      : trestles(sx + 40, sy, foot * 2.3, foot * 5.4) +
        stack(
          room,
          {
            x: right - foot * 3,
            y: bottom - foot * 0.7,
            w: foot * 2.4,
            h: foot * 0.7,
            from: 0.25,
            to: 0.9,
          },
          3,
        ) +
        cord([sx + 250, sy + 30], [sx + 640, sy - 30], 60)
  return bare(room, sheet, { ...(opening && upTo === 1 ? { opening } : {}), upTo }) + rest
}
