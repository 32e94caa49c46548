import { SUBFLOOR, windowOn } from '../inside.ts'
import { disc, steps, tone } from '../pen.ts'
import { level, onFloor } from '../props.ts'
import { block, edge, floorSeams, plainShell, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { studWall } from '../studs.ts'

/** A flush beam where a bearing wall stood. */
export const beam: Scene = (sheet) => {
  const { stage, between } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width } = room
  const h = foot * 1.2
  const far = '#d6cbb4'
  const base = plainShell(room, far, SUBFLOOR, '#d9c39a') + floorSeams(room, foot * 4)
  const beyond = windowOn(
    room,
    left + width * between(0.3, 0.5),
    top + foot * 2.2,
    foot * 2.5,
    foot * 2.6,
  )
  const z = 0.55
  const lam =
    block(room, { x: left, y: top, w: right - left, h, from: z, to: z + 0.06 }, tone.cedar) +
    steps(0.28, 1, 0.3)
      .map((part) =>
        edge(
          room,
          [
            [left, top + h * part, z],
            [right, top + h * part, z],
          ],
          undefined,
          1.6,
          0.5,
        ),
      )
      .join('')
  const bolts = steps(left + foot, right, foot * 1.3)
    .map((x, n) => disc(...room.at(x, top + h * (n % 2 ? 0.3 : 0.7), z), 5, tone.night))
    .join('')
  const posts = [0, 1]
    .map((n) =>
      block(
        room,
        {
          x: n ? right - foot * 0.5 : left,
          y: top + h,
          w: foot * 0.5,
          h: bottom - top - h,
          from: z,
          to: z + 0.04,
        },
        tone.wood,
      ),
    )
    .join('')
  const shores =
    steps(left + foot * 1.2, right, foot * 2)
      .map((x) =>
        block(
          room,
          {
            x,
            y: top + foot * 0.3,
            w: foot * 0.26,
            h: bottom - top - foot * 0.3,
            from: 0.3,
            to: 0.33,
          },
          tone.wood,
        ),
      )
      .join('') +
    block(
      room,
      { x: left, y: top, w: right - left, h: foot * 0.3, from: 0.28, to: 0.34 },
      tone.wood,
    )
  return (
    base +
    beyond +
    (stage === 'before'
      ? studWall(room, { wood: tone.oldWood, behind: far })
      : lam + bolts + posts) +
    (stage === 'done' ? '' : shores) +
    level(...onFloor(room, 0.2, 0.1), 180, 4)
  )
}
