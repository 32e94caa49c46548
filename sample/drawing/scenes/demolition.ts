import { doorOn, windowOn } from '../inside.ts'
import { curve, shape, steps, stroke, tone, within } from '../pen.ts'
import { cord, ladder, onFloor } from '../props.ts'
import { floorSeams, linesAcross, linesBack, plainShell, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { studWall } from '../studs.ts'

/** What was there, coming out. */
export const demolition: Scene = (sheet) => {
  const { stage, between, same } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width, height } = room
  const old = same([tone.plaster, '#cfd0bb', '#d9c7b0', '#c3cbc9'])
  const shellOf = plainShell(room, old, '#b3a287', '#d9d3c5')
  const tile =
    linesBack(room, steps(left + foot, right, foot), { width: 1.6, opacity: 0.3 }) +
    linesAcross(room, steps(0.1, 1, 0.15), { width: 1.6, opacity: 0.3 })
  const opening = windowOn(
    room,
    left + width * 0.1,
    top + foot * 1.4,
    foot * 2.6,
    foot * 3,
    '#cdbf9e',
  )
  if (stage === 'before')
    return (
      shellOf +
      tile +
      opening +
      doorOn(room, left + width * between(0.58, 0.7)) +
      steps(0, 4, 1)
        .map((n) =>
          curve(
            `M${left + width * (0.42 + n * 0.03)},${top + foot * (n + 0.3)} l14,30 l-10,24 l16,26`,
            'none',
            {
              width: 1.8,
              opacity: 0.6,
            },
          ),
        )
        .join('')
    )
  const rim = [left + width * between(0.38, 0.46), right] as const
  const jag = steps(0, 9, 1).map((n): readonly [number, number] => [
    rim[0] + (n % 2 ? 26 : -14) + ((n * 31) % 23),
    top + (height * n) / 8,
  ])
  const hole = within(
    'torn',
    [...jag, [right, bottom], [right, top]],
    studWall(room, { wood: tone.oldWood, behind: '#8d7c66' }) +
      steps(top + foot * 0.5, bottom, foot * 0.24)
        .map((y) =>
          stroke(
            [
              [rim[0] - 40, y],
              [left + width * 0.66, y + 4],
            ],
            '#c2ab86',
            5,
            0.9,
          ),
        )
        .join(''),
  )
  const heap = (part: number, depth: number, size: number) => {
    const [x, y] = onFloor(room, part, depth)
    return steps(0, 9, 1)
      .map((n) =>
        shape(
          [
            [x + n * size * 0.34 - 40, y - size * (0.2 + ((n * 5) % 4) * 0.16)],
            [x + n * size * 0.34 + size * 0.5 - 40, y - size * (0.34 + ((n * 3) % 5) * 0.12)],
            [x + n * size * 0.34 + size * 0.5 - 30, y + size * 0.05],
          ],
          n % 2 ? old : tone.mud,
          { width: 2 },
        ),
      )
      .join('')
  }
  const bags = (part: number) => {
    const [x, y] = onFloor(room, part, 0.2)
    return (
      curve(`M${x},${y} q-34,-80 24,-118 l14,-22 l16,22 q62,40 26,118 z`, tone.dark) +
      curve(`M${x + 96},${y + 8} q-34,-70 24,-100 l14,-22 l16,22 q58,34 24,100 z`, tone.dark)
    )
  }
  const cleared = stage === 'done'
  return (
    shellOf +
    (cleared ? '' : tile) +
    opening +
    hole +
    stroke(jag) +
    (cleared
      ? floorSeams(room, foot * 4) +
        ladder(...onFloor(room, 0.72, 0.35), height * 0.8) +
        cord(onFloor(room, 0.1, 0.2), onFloor(room, 0.6, 0.3), 40)
      : heap(0.4, 0.35, 120) + heap(0.62, 0.18, 150)) +
    bags(0.06)
  )
}
