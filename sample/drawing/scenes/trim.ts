import { baseboard, COLORS, doorOn, SUBFLOOR } from '../inside.ts'
import { box, curve, disc, tone } from '../pen.ts'
import { level, onFloor, trestles } from '../props.ts'
import { floorSeams, plainShell, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Doors and casings. */
export const trim: Scene = (sheet) => {
  const { stage, between, same } = sheet
  const room = roomOf(sheet)
  const { left, width, foot, bottom } = room
  const color = same(COLORS)
  const a = left + width * between(0.08, 0.14)
  const b = left + width * between(0.52, 0.6)
  const [x, y] = onFloor(room, between(0.4, 0.6), 0.12)
  const saw =
    trestles(x, y, foot * 1.9, foot * 4.6, tone.white) +
    disc(x + 30, y - foot * 2.5, foot * 0.52, tone.steel) +
    curve(
      `M${x + 30 - foot * 0.6},${y - foot * 2.5} a${foot * 0.6},${foot * 0.6} 0 0 1 ${foot * 1.2},0 z`,
      tone.orange,
    )
  const jamb = (at: number) =>
    box(at - foot * 0.1, bottom - foot * 6.8, foot * 2.9, foot * 6.8, tone.wood) +
    box(at, bottom - foot * 6.7, foot * 2.7, foot * 6.7, tone.night, { opacity: 0.75 })
  const doors = {
    before: jamb(a) + jamb(b),
    'under way': doorOn(room, a) + doorOn(room, b, { casing: false, slab: false }),
    done: doorOn(room, a) + doorOn(room, b),
  }[stage]
  return (
    plainShell(
      room,
      stage === 'before' ? tone.board : color,
      stage === 'done' ? '#b99468' : SUBFLOOR,
    ) +
    floorSeams(room, foot * (stage === 'done' ? 0.6 : 4), 0.4) +
    (stage === 'done' ? baseboard(room) : '') +
    doors +
    (stage === 'done' ? '' : saw) +
    (stage === 'before' ? level(...onFloor(room, 0.1, 0.2), 180, -6) : '')
  )
}
