import {
  box,
  darker,
  disc,
  flat,
  lighter,
  shape,
  steps,
  stroke,
  tone,
  tube,
  within,
} from '../pen.ts'
import { carton, level } from '../props.ts'
import { face, linesBack, plainShell, type Room, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'
import { TILES, tiled } from '../tiles.ts'

const CABINETS = ['#7d8c86', '#e8e2d4', '#b48d61', '#5d6c7a', '#a7b0a4'] as const

function islandOf(room: Room, color: string): string {
  const { left, width, bottom, foot } = room
  const [x, w] = [left + width * 0.28, width * 0.44]
  const corners = [
    [x - 10, bottom - foot * 3, 0.62],
    [x + w + 10, bottom - foot * 3, 0.62],
    [x + w + 10, bottom - foot * 3, 0.4],
    [x - 10, bottom - foot * 3, 0.4],
  ] as const
  return (
    face(
      room,
      [
        [x, bottom - foot * 2.9, 0.42],
        [x + w, bottom - foot * 2.9, 0.42],
        [x + w, bottom, 0.42],
        [x, bottom, 0.42],
      ],
      darker(color),
    ) +
    face(room, corners, '#e6e3dc') +
    face(
      room,
      [
        [x - 10, bottom - foot * 3, 0.4],
        [x + w + 10, bottom - foot * 3, 0.4],
        [x + w + 10, bottom - foot * 2.8, 0.4],
        [x - 10, bottom - foot * 2.8, 0.4],
      ],
      '#d8d4ca',
    )
  )
}

/** A kitchen: the old one gone, boxes going up, in use. */
export const kitchen: Scene = (sheet) => {
  const { stage, between, same, perhaps } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width } = room
  const color = same(CABINETS)
  const wall = stage === 'before' ? tone.board : same(['#dfe0d7', '#e4dccd', '#d6dcdb'])
  const base =
    plainShell(room, wall, stage === 'done' ? '#b99468' : '#d9bd8d') +
    linesBack(room, steps(left, right, foot * (stage === 'done' ? 0.6 : 4)), {
      width: 1.6,
      opacity: 0.4,
    })
  const winX = left + width * between(0.36, 0.44)
  const sink = { x: winX, y: top + foot * 1.5, w: foot * 3, h: foot * 2.5 }
  const opening =
    box(sink.x - 16, sink.y - 16, sink.w + 32, sink.h + 32, tone.white) +
    box(sink.x, sink.y, sink.w, sink.h, tone.sky) +
    flat(
      [
        [sink.x, sink.y + sink.h * 0.7],
        [sink.x + sink.w, sink.y + sink.h * 0.6],
        [sink.x + sink.w, sink.y + sink.h],
        [sink.x, sink.y + sink.h],
      ],
      tone.leaf,
      0.8,
    ) +
    stroke(
      [
        [sink.x + sink.w / 2, sink.y],
        [sink.x + sink.w / 2, sink.y + sink.h],
      ],
      tone.white,
      8,
    )
  const counter = bottom - foot * 3
  const cell = foot * 1.5
  const unit = (x: number, y: number, h: number, open: boolean) =>
    box(x, y, cell, h, open ? darker(tone.wood, 0.1) : color) +
    (open
      ? box(x + 9, y + 9, cell - 18, h - 18, '#b99a6c', { width: 2 }) +
        stroke([
          [x + 9, y + h * 0.5],
          [x + cell - 9, y + h * 0.5],
        ])
      : box(x + 16, y + 16, cell - 32, h - 32, lighter(color, 0.14), { width: 1.8 }) +
        box(x + cell * 0.44, y > counter ? y + 7 : y + h - 14, cell * 0.12, 5, tone.night, {
          width: 1,
        }))
  const laser = stroke(
    [
      [left, top + foot * 3.6],
      [right, top + foot * 3.6],
    ],
    tone.orange,
    4,
  )
  if (stage === 'before') {
    const rough =
      [0.2, 0.5, 0.8]
        .map((part) =>
          box(left + width * part, counter - foot * 0.9, foot * 0.36, foot * 0.5, tone.cold),
        )
        .join('') +
      [0.44, 0.5]
        .map((part) => disc(left + width * part, bottom - foot * 1.6, foot * 0.1, tone.copper))
        .join('')
    return (
      base +
      opening +
      rough +
      laser +
      carton(room, {
        x: left + foot * 0.3,
        y: bottom - foot * 2.4,
        w: foot * 2.2,
        h: foot * 2.4,
        from: 0.45,
        to: 0.75,
      }) +
      carton(room, {
        x: right - foot * 3.2,
        y: bottom - foot * 2.8,
        w: foot * 2.6,
        h: foot * 2.8,
        from: 0.55,
        to: 0.85,
      }) +
      carton(room, {
        x: right - foot * 3.6,
        y: bottom - foot * 1.3,
        w: foot * 2,
        h: foot * 1.3,
        from: 0.2,
        to: 0.45,
      })
    )
  }
  const done = stage === 'done'
  const uppers = steps(left + 8, right - cell, cell).filter(
    (x) => x + cell < sink.x - 16 || x > sink.x + sink.w + 16,
  )
  const hung = done
    ? uppers
    : uppers.slice(0, Math.max(1, Math.round(uppers.length * between(0.4, 0.8))))
  const low = steps(left + 8, right - cell + 4, cell)
  const hood = right - cell * between(2.1, 2.4)
  const uppersDrawn = hung
    .filter((x) => !done || Math.abs(x - hood) > cell * 0.9)
    .map((x) => unit(x, top + foot * 0.9, foot * 2.7, !done && perhaps(0.7)))
    .join('')
  const splash = done
    ? within(
        'splash',
        [
          [left, counter - foot * 1.5],
          [right, counter - foot * 1.5],
          [right, counter],
          [left, counter],
        ],
        tiled(
          { x: left, y: counter - foot * 1.5, w: width, h: foot * 1.5 },
          [foot * 0.66, foot * 0.3],
          same(TILES),
        ),
      )
    : ''
  const lows = low
    .slice(0, done ? low.length : Math.max(2, Math.round(low.length * between(0.5, 0.9))))
    .map((x) => unit(x, counter, foot * 2.8, !done && perhaps(0.5)))
    .join('')
  const stone = done
    ? box(
        left - 4,
        counter - foot * 0.16,
        width + 8,
        foot * 0.22,
        same(['#e6e3dc', '#8d9598', '#cfc9be']),
      )
    : ''
  const range = done
    ? box(hood, counter, cell * 1.2, foot * 3, tone.steel) +
      box(hood + 14, counter + foot * 0.8, cell * 1.2 - 28, foot * 1.3, tone.night, { round: 5 }) +
      [0.2, 0.4, 0.6, 0.8]
        .map((p) => disc(hood + cell * 1.2 * p, counter + foot * 0.4, 7, tone.night))
        .join('') +
      shape(
        [
          [hood + cell * 0.1, counter - foot * 1.6],
          [hood + cell * 1.1, counter - foot * 1.6],
          [hood + cell * 0.85, counter - foot * 2.5],
          [hood + cell * 0.85, top],
          [hood + cell * 0.35, top],
          [hood + cell * 0.35, counter - foot * 2.5],
        ],
        tone.steel,
      )
    : ''
  const faucet = done
    ? tube(
        `M${sink.x + sink.w / 2},${counter - foot * 0.16} v${-foot * 0.8} q0,${-foot * 0.3} ${foot * 0.34},${-foot * 0.3} v${foot * 0.3}`,
        tone.steel,
        8,
      )
    : ''
  const [ix, iy] = room.at(left + width * 0.18, bottom, 0.3)
  const island = done && perhaps(0.6) ? islandOf(room, color) : ''
  const busy = done
    ? ''
    : laser +
      level(ix, iy - 30, 200, -5) +
      carton(room, {
        x: right - foot * 3.4,
        y: bottom - foot * 1.7,
        w: foot * 2.6,
        h: foot * 1.7,
        from: 0.3,
        to: 0.55,
      })
  return base + splash + opening + uppersDrawn + lows + stone + range + faucet + island + busy
}
