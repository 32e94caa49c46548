import { bare, openingIn } from '../bare.ts'
import { box, darker, disc, steps, tone, tube } from '../pen.ts'
import { ladder, onFloor, workLight } from '../props.ts'
import { roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Boxes and cables in the studs. */
export const wiring: Scene = (sheet) => {
  const { between, pick, stage } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot } = room
  const opening = sheet.perhaps(0.4) ? openingIn(room, sheet) : undefined
  const base = bare(room, sheet, opening ? { opening } : {})
  const free = ({ x }: { x: number }) =>
    !opening || x + foot * 0.5 < opening.x || x > opening.x + opening.w
  const low = bottom - foot * 1.5
  const spots = steps(left + foot * 1.333, right - foot * 1.5, foot * 2.666)
    .map((x, n) => ({
      x: x + foot * 0.2,
      y: n % 2 ? bottom - foot * 3.9 : low,
    }))
    .filter(free)
  const color = pick([tone.wire, tone.white, tone.wire])
  const runs = spots.map(({ x, y }) => {
    const over = top + foot * between(0.7, 1.3)
    return tube(
      `M${x + 12},${y} C${x + 6},${y - foot} ${x + foot * 0.3},${over + foot} ${x + foot * 0.1},${top + foot * 0.2}`,
      color,
      6,
    )
  })
  const across = bottom - foot * between(2.5, 3)
  const cross =
    stage === 'before' || opening
      ? ''
      : tube(
          `M${left},${across} C${left + 200},${across + 14} ${right - 200},${across - 10} ${right},${across + 6}`,
          color,
          6,
        )
  const boxes = spots.map(
    ({ x, y }) =>
      box(x, y, foot * 0.36, foot * 0.52, tone.cold) +
      box(x + 4, y + 4, foot * 0.36 - 8, foot * 0.52 - 8, darker(tone.cold, 0.3), { width: 1.6 }),
  )
  const [cx, cy] = onFloor(room, between(0.15, 0.7), 0.22)
  const spool =
    disc(cx, cy - 60, 62, darker(color, 0.06)) +
    disc(cx, cy - 60, 44, color, { width: 2 }) +
    disc(cx, cy - 60, 20, tone.oldWood)
  const [lx, ly] = onFloor(room, between(0.65, 0.85), 0.35)
  const more = {
    before: spool,
    'under way': cross + spool + ladder(lx, ly, room.height * 0.8),
    done: cross + workLight(lx, ly, foot * 2.4),
  }
  return base + (stage === 'before' ? '' : runs.join('')) + boxes.join('') + more[stage]
}
