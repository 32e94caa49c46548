import { darker, flat, lighter, shape, steps, stroke, tone } from './pen.ts'

import { block, face, type Room } from './room.ts'

const STUD = 0.125

/** Studs, plates and the openings between them on the back wall. */
export function studWall(
  room: Room,
  {
    wood = tone.wood,
    behind,
    opening,
    upTo = 1,
  }: { wood?: string; behind: string; opening?: Opening; upTo?: number },
): string {
  const { left, right, top, bottom, width, foot } = room
  const stud = foot * STUD * 1.5
  const plate = (y: number) =>
    face(
      room,
      [
        [left, y, 1],
        [right, y, 1],
        [right, y + stud, 1],
        [left, y + stud, 1],
      ],
      wood,
    )
  const standing = steps(left, right - stud, foot * 1.333).filter((x) => x <= left + width * upTo)
  const inOpening = (x: number) => opening && x + stud > opening.x && x < opening.x + opening.w
  const post = (x: number, from = top + stud * 2, to = bottom - stud) =>
    shape(
      [
        [x, from],
        [x + stud, from],
        [x + stud, to],
        [x, to],
      ],
      wood,
    ) +
    flat(
      [
        [x + stud, from],
        [x + stud * 1.6, from],
        [x + stud * 1.6, to],
        [x + stud, to],
      ],
      '#39434b',
      0.16,
    )
  const backing = face(
    room,
    [
      [left, top, 1],
      [right, top, 1],
      [right, bottom, 1],
      [left, bottom, 1],
    ],
    behind,
  )
  const posts = [...standing, ...(upTo === 1 ? [right - stud] : [])].map((x) => {
    if (!opening || !inOpening(x)) return post(x)
    return (
      post(x, top + stud * 2, opening.y - stud * 2.5) +
      (opening.sill ? post(x, opening.y + opening.h + stud) : '')
    )
  })
  return (
    backing +
    posts.join('') +
    (opening ? rough(opening, stud, wood, bottom) : '') +
    plate(top) +
    plate(top + stud) +
    plate(bottom - stud)
  )
}

export interface Opening {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** A window has one, a door has none. */
  readonly sill: boolean
}

/** Header, trimmers and sill, with the day outside. */
function rough({ x, y, w, h, sill }: Opening, stud: number, wood: string, bottom: number): string {
  const low = sill ? y + h : bottom
  const bar = (left: number, top: number, width: number, height: number) =>
    shape(
      [
        [left, top],
        [left + width, top],
        [left + width, top + height],
        [left, top + height],
      ],
      wood,
    )
  return [
    bar(x, y, w, low - y).replace(wood, tone.sky),
    flat(
      [
        [x, low - (low - y) * 0.35],
        [x + w, low - (low - y) * 0.42],
        [x + w, low],
        [x, low],
      ],
      tone.leaf,
      0.7,
    ),
    bar(x - stud, y, stud, bottom - y),
    bar(x + w, y, stud, bottom - y),
    bar(x - stud, y - stud * 2.4, w + stud * 2, stud * 2.4),
    stroke(
      [
        [x - stud, y - stud * 1.2],
        [x + w + stud, y - stud * 1.2],
      ],
      undefined,
      1.6,
      0.5,
    ),
    sill ? bar(x - stud, low, w + stud * 2, stud) : '',
  ].join('')
}

/** The studs of a side wall, which stand one behind the other. */
export function sideStuds(
  room: Room,
  side: 'left' | 'right',
  { wood = tone.wood, behind }: { wood?: string; behind: string },
) {
  const { left, right, top, bottom, foot } = room
  const x = side === 'left' ? left : right
  const deep = side === 'left' ? x - foot * 0.3 : x + foot * 0.3
  const wall = face(
    room,
    [
      [x, top, 1],
      [x, bottom, 1],
      [x, bottom, 0],
      [x, top, 0],
    ],
    behind,
  )
  const posts = steps(0.02, 0.98, 0.11)
    .reverse()
    .map(
      (z) =>
        face(
          room,
          [
            [deep, top, z + 0.02],
            [deep, bottom, z + 0.02],
            [x, bottom, z + 0.02],
            [x, top, z + 0.02],
          ],
          darker(wood, 0.22),
        ) +
        face(
          room,
          [
            [x, top, z],
            [x, bottom, z],
            [x, bottom, z + 0.02],
            [x, top, z + 0.02],
          ],
          lighter(wood, 0.2),
        ),
    )
  const plate = (y: number, h: number) =>
    face(
      room,
      [
        [x, y, 1],
        [x, y + h, 1],
        [x, y + h, 0],
        [x, y, 0],
      ],
      wood,
    )
  return wall + posts.join('') + plate(top, foot * 0.28) + plate(bottom - foot * 0.15, foot * 0.15)
}

/** The joists overhead, from front to back or across. */
export function joists(room: Room, wood: string = tone.wood): string {
  const { left, right, top, foot } = room
  return steps(0.04, 1, 0.1)
    .reverse()
    .map((z) =>
      block(
        room,
        { x: left, y: top - foot * 0.75, w: right - left, h: foot * 0.75, from: z, to: z + 0.018 },
        wood,
      ),
    )
    .join('')
}
