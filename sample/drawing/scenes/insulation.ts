import { bare, openingIn } from '../bare.ts'
import { box, curve, lighter, steps, tone } from '../pen.ts'
import { onFloor } from '../props.ts'
import { face, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Batts between the studs. */
export const insulation: Scene = (sheet) => {
  const { stage, between, pick } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width } = room
  const batt = pick([tone.batt, '#d9c08f', '#c9ae86'])
  const opening = openingIn(room, sheet)
  const reach = left + width * { before: 0, 'under way': between(0.4, 0.7), done: 1 }[stage]
  const bays = steps(left + foot * 0.2, right - foot, foot * 1.333)
    .filter((x) => x < reach)
    .map((x) => {
      const lap = opening && x + foot > opening.x - foot * 0.3 && x < opening.x + opening.w
      const to = lap ? opening.y - foot * 0.6 : bottom - foot * 0.22
      const tufts = steps(top + foot * 0.8, to - 20, foot * 0.55).map((y) =>
        curve(`M${x + 14},${y} q${foot * 0.25},12 ${foot * 0.5},0 t${foot * 0.4},0`, 'none', {
          width: 1.6,
          opacity: 0.4,
        }),
      )
      return lap
        ? ''
        : box(x + 3, top + foot * 0.42, foot * 1.08, to - top - foot * 0.42, batt, {
            round: 10,
            width: 2,
          }) + tufts.join('')
    })
  const roll = (part: number, depth: number) => {
    const [x, y] = onFloor(room, part, depth)
    const r = foot * (1 - depth) * 1.5 + 30
    return (
      box(x, y - r * 1.8, r * 2.6, r * 1.8, lighter(batt, 0.3), { round: 16 }) +
      box(x + r * 0.9, y - r * 1.8, r * 0.34, r * 1.8, tone.white, { width: 1.8 })
    )
  }
  return (
    bare(room, sheet, { opening }) +
    bays.join('') +
    (stage === 'done' ? '' : roll(0.12, 0.25) + roll(0.55, 0.35)) +
    (stage === 'under way'
      ? face(
          room,
          [
            [right - foot * 3, bottom, 0.2],
            [right - foot, bottom, 0.2],
            [right - foot, bottom, 0.5],
            [right - foot * 3, bottom, 0.5],
          ],
          batt,
        )
      : '')
  )
}
