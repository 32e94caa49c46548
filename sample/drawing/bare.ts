import { darker, tone } from './pen.ts'
import { edge, floorSeams, type Room, shell, sunOnFloor } from './room.ts'
import type { Sheet } from './sheet.ts'
import { joists, type Opening, sideStuds, studWall } from './studs.ts'

export const SUBFLOOR = '#d9bd8d'

/** A window or a door in the frame, away from the corners. */
export function openingIn(room: Room, { between, perhaps }: Sheet): Opening {
  const { left, width, top, height, foot } = room
  const sill = perhaps(0.7)
  const w = foot * (sill ? between(2.6, 4) : 3)
  return {
    x: left + (width - w) * between(0.25, 0.75),
    y: top + foot * 1.25,
    w,
    h: sill ? foot * between(2.8, 3.6) : height,
    sill,
  }
}

export interface Bare {
  readonly wood?: string
  readonly opening?: Opening
  readonly upTo?: number
  readonly overhead?: boolean
}

/** A room of studs, ready for the trades. */
export function bare(
  room: Room,
  sheet: Sheet,
  { wood = tone.wood, opening, upTo = 1, overhead = true }: Bare = {},
): string {
  const back = sheet.pick([tone.sheet, '#cfc0a2', '#d8cdb6'])
  const sides = {
    back,
    left: darker(back, 0.12),
    right: darker(back, 0.05),
    floor: SUBFLOOR,
    ceiling: '#c6b18a',
  }
  const wall = studWall(room, { wood, behind: back, upTo, ...(opening ? { opening } : {}) })
  return (
    shell(room, sides) +
    floorSeams(room, room.foot * 4) +
    [0.3, 0.62]
      .map((z) =>
        edge(
          room,
          [
            [room.left, room.bottom, z],
            [room.right, room.bottom, z],
          ],
          undefined,
          1.8,
          0.3,
        ),
      )
      .join('') +
    (overhead ? joists(room, wood) : '') +
    wall +
    sideStuds(room, 'left', { wood, behind: sides.left }) +
    (sheet.perhaps(0.6) ? sideStuds(room, 'right', { wood, behind: sides.right }) : '') +
    (opening?.sill ? sunOnFloor(room, opening.x, opening.w) : '')
  )
}
