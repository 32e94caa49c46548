import {
  box,
  darker,
  disc,
  flat,
  lighter,
  oval,
  steps,
  stroke,
  tone,
  tube,
  within,
} from '../pen.ts'
import { carton, onFloor, pail } from '../props.ts'
import { face, linesAcross, linesBack, plainShell, type Room, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { type Field, TILES, tiled } from '../tiles.ts'

const wallOf = ({ left, top, width, height }: Room): Field => ({
  x: left,
  y: top,
  w: width,
  h: height,
})

const cornersOf = ({ x, y, w, h }: Field) =>
  [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ] as const

function tub(room: Room): string {
  const { left, right, bottom, foot } = room
  const y = bottom - foot * 1.6
  return (
    face(
      room,
      [
        [left, y, 1],
        [right, y, 1],
        [right, y, 0.62],
        [left, y, 0.62],
      ],
      tone.white,
    ) +
    face(
      room,
      [
        [left + foot * 0.4, y, 0.95],
        [right - foot * 0.4, y, 0.95],
        [right - foot * 0.4, y, 0.68],
        [left + foot * 0.4, y, 0.68],
      ],
      '#dfe5e5',
    ) +
    face(
      room,
      [
        [left, y, 0.62],
        [right, y, 0.62],
        [right, bottom, 0.62],
        [left, bottom, 0.62],
      ],
      tone.white,
    )
  )
}

/** A shower or a tub: board and membrane, tiles going up, finished. */
export const tiling: Scene = (sheet) => {
  const { stage, between, pick, same, perhaps } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width, height } = room
  const wall = wallOf(room)
  const color = same(TILES)
  const size = pick([
    [foot * 1, foot * 0.5],
    [foot * 1.9, foot * 0.95],
    [foot * 0.75, foot * 0.75],
  ] as const)
  const hasTub = perhaps(0.45)
  const board = stage === 'done' ? darker(color, 0.06) : tone.membrane
  const nx = left + width * between(0.3, 0.55)
  const niche = { x: nx, y: top + height * 0.4, w: foot * 1.6, h: foot * 2 }
  const sides = plainShell(room, board, hasTub ? '#c5beb0' : '#bfc4c1', tone.board)
  const screws = steps(left + foot * 0.6, right, foot * 1.333)
    .map((x) =>
      steps(top + foot * 0.5, bottom, foot * 0.9)
        .map((y) => disc(x, y, 3, tone.dark, { line: 'none' }))
        .join(''),
    )
    .join('')
  const seams =
    stroke(
      [
        [left, top + height * 0.42],
        [right, top + height * 0.42],
      ],
      lighter(tone.membrane, 0.4),
      20,
      0.8,
    ) +
    stroke(
      [
        [left + width * 0.4, top],
        [left + width * 0.4, bottom],
      ],
      lighter(tone.membrane, 0.4),
      20,
      0.8,
    )
  const inNiche =
    box(niche.x, niche.y, niche.w, niche.h, darker(stage === 'done' ? color : tone.membrane, 0.2)) +
    flat(
      [
        [niche.x, niche.y],
        [niche.x + niche.w, niche.y],
        [niche.x + niche.w - 14, niche.y + 16],
        [niche.x + 14, niche.y + 16],
      ],
      '#39434b',
      0.3,
    )
  const part = { before: 0, 'under way': between(0.35, 0.7), done: 1 }[stage]
  const field =
    part === 0
      ? ''
      : within(
          'field',
          cornersOf(wall),
          tiled(wall, size, color, { bond: perhaps(0.6) ? 0.5 : 0, part }),
        )
  const valve = { x: right - foot * 2, y: top + height * 0.55 }
  const brass =
    stage === 'done'
      ? disc(valve.x, valve.y, foot * 0.38, tone.steel) +
        stroke(
          [
            [valve.x, valve.y],
            [valve.x + foot * 0.35, valve.y + foot * 0.2],
          ],
          undefined,
          7,
        ) +
        tube(`M${valve.x},${top + foot * 1.2} h${-foot * 0.8} v${foot * 0.16}`, tone.steel, 7) +
        oval(valve.x - foot * 0.8, top + foot * 1.45, foot * 0.5, foot * 0.12, tone.steel)
      : disc(valve.x, valve.y, foot * 0.22, tone.copper) +
        disc(valve.x, top + foot * 1.2, foot * 0.1, tone.copper)
  const [px, py] = onFloor(room, between(0.1, 0.25), 0.16)
  const work =
    stage === 'done'
      ? ''
      : pail(px, py, 100, tone.dark, stage === 'before' ? tone.membrane : tone.mud) +
        (stage === 'under way'
          ? carton(room, {
              x: right - foot * 2.6,
              y: bottom - foot * 1.1,
              w: foot * 2,
              h: foot * 1.1,
              from: 0.25,
              to: 0.5,
            })
          : '')
  const glass =
    stage === 'done' && !hasTub
      ? face(
          room,
          [
            [left + width * 0.5, top + foot * 0.6, 0.6],
            [right, top + foot * 0.6, 0.6],
            [right, bottom, 0.6],
            [left + width * 0.5, bottom, 0.6],
          ],
          tone.glass,
          { opacity: 0.32 },
        )
      : ''
  const floor = hasTub
    ? tub(room)
    : linesBack(room, steps(left, right, foot * 0.45), { width: 1.3, opacity: 0.35 }, 0.05) +
      linesAcross(room, steps(0.1, 1, 0.07), { width: 1.3, opacity: 0.35 }) +
      oval(...room.at(left + width * 0.5, bottom, 0.55), 34, 14, tone.steel)
  return (
    sides +
    (stage === 'done' ? '' : seams + screws) +
    field +
    inNiche +
    brass +
    floor +
    glass +
    work
  )
}
