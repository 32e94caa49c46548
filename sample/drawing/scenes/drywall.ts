import { SUBFLOOR, windowOn } from '../inside.ts'
import { box, disc, flat, oval, steps, tone } from '../pen.ts'
import { ladder, onFloor, pail, stack } from '../props.ts'
import { floorSeams, plainShell, roomOf, sunOnFloor } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { studWall } from '../studs.ts'

/** Board hung, taped, sanded. */
export const drywall: Scene = (sheet) => {
  const { stage, between, perhaps } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width, height } = room
  const gray = '#d9d8d2'
  if (stage === 'before') {
    const hung = left + width * between(0.35, 0.6)
    return (
      plainShell(room, '#d8cdb6', SUBFLOOR, gray) +
      studWall(room, { behind: '#cfc0a2' }) +
      floorSeams(room, foot * 4) +
      box(left, top, hung - left, height / 2, gray) +
      box(left, top + height / 2, hung - left - foot * 2, height / 2, gray) +
      steps(left + foot * 1.333, hung, foot * 1.333)
        .map((x) =>
          steps(top + foot * 0.4, bottom, foot)
            .map((y) =>
              y > top + height / 2 && x > hung - foot * 2
                ? ''
                : disc(x, y, 2.4, tone.dark, { line: 'none' }),
            )
            .join(''),
        )
        .join('') +
      stack(
        room,
        {
          x: right - foot * 4,
          y: bottom - foot * 0.9,
          w: foot * 3.6,
          h: foot * 0.9,
          from: 0.2,
          to: 0.9,
        },
        6,
        gray,
      )
    )
  }
  const seam = (y: number) =>
    box(left, y - foot * 0.2, width, foot * 0.4, tone.mud, { line: 'none' })
  const butts = [0.3, 0.72].map((part, n) =>
    box(
      left + width * part - foot * 0.18,
      n ? top : top + height / 2,
      foot * 0.36,
      height / 2,
      tone.mud,
      {
        line: 'none',
      },
    ),
  )
  const screws = steps(left + foot * 0.7, right, foot * 1.333).map((x) =>
    steps(top + foot * 0.8, bottom, foot * 1.3)
      .map((y) => oval(x, y, foot * 0.11, foot * 0.09, tone.mud, { line: 'none' }))
      .join(''),
  )
  const mud =
    seam(top + height / 2) +
    butts.join('') +
    screws.join('') +
    flat(
      [
        [left, top],
        [left + foot * 0.2, top],
        [left + foot * 0.2, bottom],
        [left, bottom],
      ],
      tone.mud,
    )
  const [lx, ly] = onFloor(room, between(0.55, 0.8), 0.35)
  const [px, py] = onFloor(room, between(0.15, 0.4), 0.2)
  const done = stage === 'done'
  const hole =
    done || perhaps(0.5)
      ? windowOn(
          room,
          left + width * between(0.3, 0.5),
          top + foot * 1.4,
          foot * 2.8,
          foot * 3.2,
          done ? tone.board : gray,
        )
      : ''
  return (
    plainShell(
      room,
      done ? tone.board : gray,
      done ? '#cdbb98' : SUBFLOOR,
      done ? tone.white : '#e4e2dc',
    ) +
    floorSeams(room, foot * 4, 0.25) +
    (done ? '' : mud) +
    hole +
    (done
      ? flat(
          [
            [left + width * 0.6, top],
            [right, top],
            [right, bottom],
            [left + width * 0.75, bottom],
          ],
          tone.white,
          0.45,
        ) + sunOnFloor(room, left + width * 0.4, foot * 3)
      : ladder(lx, ly, height * 0.82) +
        pail(px, py, 92, tone.white, tone.mud) +
        pail(px + 120, py + 16, 92, tone.white, tone.mud)) +
    (done && perhaps(0.5) ? pail(px, py, 80, tone.white, tone.mud) : '')
  )
}
