import { baseboard, COLORS, doorOn, SUBFLOOR, windowOn } from '../inside.ts'
import { box, flat, mix, oval, steps, stroke, tone } from '../pen.ts'
import { ladder, onFloor, pail } from '../props.ts'
import { edge, face, floorSeams, plainShell, roomOf, sunOnFloor } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** From primer to two coats. */
export const painting: Scene = (sheet) => {
  const { stage, between, pick, same, perhaps } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width, height } = room
  const color = same(COLORS)
  const fresh = mix(color, tone.dark, 0.08)
  const primer = tone.board
  const [x, y] = onFloor(room, between(0.12, 0.3), 0.22)
  const opening = windowOn(
    room,
    left + width * between(0.1, 0.24),
    top + foot * 1.4,
    foot * 2.7,
    foot * 3.4,
  )
  if (stage === 'done') {
    const door = perhaps(0.6) ? doorOn(room, left + width * between(0.62, 0.7)) : ''
    return (
      plainShell(room, color, same(['#b99468', '#c7a77b', '#a98b66'])) +
      floorSeams(room, foot * 0.6, 0.4) +
      baseboard(room) +
      opening +
      door +
      sunOnFloor(room, left + width * 0.15, foot * 3)
    )
  }
  const cloth =
    face(
      room,
      [
        [left, bottom, 0.96],
        [right, bottom, 0.96],
        [right, bottom, 0.25],
        [left, bottom, 0.2],
      ],
      '#e7e1d3',
    ) +
    steps(0.2, 0.9, 0.17)
      .map((z) =>
        edge(
          room,
          [
            [left + 60 * z, bottom, z + 0.06],
            [right - 80 * z, bottom, z],
          ],
          undefined,
          1.6,
          0.25,
        ),
      )
      .join('')
  const shade = plainShell(
    room,
    stage === 'before' ? pick([tone.plaster, '#c8bfae']) : primer,
    SUBFLOOR,
  )
  const tape = stroke(
    [
      [left, bottom - foot * 0.5],
      [right, bottom - foot * 0.5],
    ],
    tone.cold,
    6,
  )
  const edgeAt = left + width * between(0.5, 0.72)
  const wet = steps(left, edgeAt, foot * 0.62).map((at, n) =>
    box(
      at,
      top + foot * (n % 3) * 0.06,
      foot * 0.66,
      height - foot * (0.5 + ((n * 7) % 4) * 0.09),
      fresh,
      {
        line: 'none',
      },
    ),
  )
  const roller =
    stroke(
      [
        [edgeAt + foot * 0.3, top + foot * 2.6],
        [edgeAt + foot * 0.9, top + foot * 3.3],
        [edgeAt + foot * 2.1, bottom + foot * 0.4],
      ],
      '#39434b',
      9,
    ) +
    stroke(
      [
        [edgeAt + foot * 0.9, top + foot * 3.3],
        [edgeAt + foot * 2.1, bottom + foot * 0.4],
      ],
      tone.orange,
      5,
    ) +
    box(edgeAt - foot * 0.3, top + foot * 2.2, foot * 1.1, foot * 0.42, fresh, { round: 8 })
  const patches = [0.25, 0.5, 0.68].map((part, n) =>
    oval(left + width * part, top + height * (0.3 + n * 0.2), foot * 0.5, foot * 0.3, tone.mud, {
      line: 'none',
    }),
  )
  return (
    shade +
    baseboard(room) +
    (stage === 'before'
      ? patches.join('')
      : flat(
          [
            [left, top],
            [left + foot * 0.1, top],
            [left + foot * 0.1, bottom],
            [left, bottom],
          ],
          fresh,
        ) + wet.join('')) +
    opening +
    tape +
    cloth +
    (stage === 'before' ? ladder(...onFloor(room, 0.7, 0.4), height * 0.8) : roller) +
    pail(x, y, 96, tone.steel, fresh) +
    box(x + 130, y - 22, 150, 26, tone.dark, { round: 5 }) +
    box(x + 140, y - 19, 120, 12, fresh, { width: 1.6 })
  )
}
