import { bare } from '../bare.ts'
import { box, steps, stroke, tone } from '../pen.ts'
import { ladder, onFloor } from '../props.ts'
import { roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Metal studs of an office. */
export const metalStuds: Scene = (sheet) => {
  const room = roomOf(sheet)
  const steel = '#bcc6cb'
  const base = bare(room, sheet, {
    wood: steel,
    upTo: sheet.stage === 'under way' ? sheet.between(0.5, 0.8) : 1,
    overhead: false,
  })
  const { left, right, top, foot } = room
  const duct =
    box(left - 60, top - foot * 0.1, right - left + 120, foot * 0.9, '#c9d0d3') +
    steps(left, right, foot * 2)
      .map((x) =>
        stroke(
          [
            [x, top - foot * 0.1],
            [x, top + foot * 0.8],
          ],
          undefined,
          1.8,
          0.6,
        ),
      )
      .join('')
  const tape = steps(left + foot * 1.2, right, foot * 2.666).map(
    (x) =>
      box(x, room.bottom - foot * 1.6, foot * 0.42, foot * 0.1, tone.cold, { width: 1.4 }) +
      box(x, room.bottom - foot * 1.5, foot * 0.36, foot * 0.5, tone.cold),
  )
  const [x, y] = onFloor(room, sheet.between(0.2, 0.75), 0.3)
  return (
    base +
    duct +
    (sheet.stage === 'before' ? '' : tape.join('')) +
    ladder(x, y, room.height * 0.9, tone.wire)
  )
}
