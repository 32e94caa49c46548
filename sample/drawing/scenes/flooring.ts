import { baseboard, COLORS, doorOn, SUBFLOOR, windowOn } from '../inside.ts'
import { box, lighter, steps, tone } from '../pen.ts'
import { carton, onFloor, stack } from '../props.ts'
import { edge, face, floorSeams, plainShell, roomOf, sunOnFloor } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Plank or carpet going down. */
export const flooring: Scene = (sheet) => {
  const { stage, between, same } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width } = room
  const wall = same(COLORS)
  const wood = same(['#b98f60', '#a88a68', '#c5a577', '#9c8672'])
  const to = { before: 1, 'under way': between(0.3, 0.6), done: 0 }[stage]
  const rows = steps(0.02, 0.985, 0.075)
  const planks = rows
    .filter((z) => z >= to)
    .map((z, n) => {
      const far = Math.min(1, z + 0.075)
      const joints = steps(left + ((n * 137) % 300), right, 300)
      const band = face(
        room,
        [
          [left, bottom, z],
          [right, bottom, z],
          [right, bottom, far],
          [left, bottom, far],
        ],
        n % 3 ? wood : lighter(wood, 0.16),
        { width: 1.8 },
      )
      return (
        band +
        joints
          .map((x) =>
            edge(
              room,
              [
                [x, bottom, z],
                [x, bottom, far],
              ],
              undefined,
              1.8,
              0.7,
            ),
          )
          .join('')
      )
    })
  const [kx, ky] = onFloor(room, 0.74, 0.12)
  const tools = {
    before:
      stack(
        room,
        { x: left + foot, y: bottom - foot * 0.8, w: foot * 4, h: foot * 0.8, from: 0.3, to: 0.6 },
        4,
        wood,
      ) +
      carton(room, {
        x: right - foot * 3.6,
        y: bottom - foot * 0.6,
        w: foot * 3,
        h: foot * 0.6,
        from: 0.4,
        to: 0.65,
      }),
    'under way':
      carton(room, {
        x: left + foot * 0.5,
        y: bottom - foot * 0.6,
        w: foot * 3,
        h: foot * 0.6,
        from: 0.08,
        to: 0.25,
      }) + box(kx, ky - 14, 150, 18, tone.orange, { round: 4 }),
    done: sunOnFloor(room, left + width * 0.2, foot * 3),
  }[stage]
  return (
    plainShell(room, wall, SUBFLOOR) +
    floorSeams(room, foot * 4) +
    planks.join('') +
    (stage === 'done' ? baseboard(room) : '') +
    windowOn(room, left + width * 0.16, top + foot * 1.4, foot * 2.9, foot * 3.3) +
    doorOn(room, left + width * between(0.6, 0.7), { slab: stage !== 'under way' }) +
    tools
  )
}
