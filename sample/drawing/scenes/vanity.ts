import { box, curve, disc, flat, lighter, oval, steps, tone, tube } from '../pen.ts'
import { carton, level, onFloor, pail } from '../props.ts'
import { linesAcross, linesBack, plainShell, roomOf } from '../room.ts'
import type { Scene } from '../sheet.ts'

/** Vanity, mirror and toilet. */
export const vanity: Scene = (sheet) => {
  const { stage, between, same } = sheet
  const room = roomOf(sheet)
  const { left, right, top, bottom, foot, width } = room
  const wall = same(['#d5dcd6', '#d9d3c7', '#c9d3d9', '#ddd0c4'])
  const cabinet = same(['#7f8d8b', '#b38f66', '#e9e4d8', '#5f6d78'])
  const floor = same(['#c5c2b9', '#b8bcb9', '#cdbfa6'])
  const base =
    plainShell(room, stage === 'before' ? tone.board : wall, floor) +
    linesBack(room, steps(left, right, foot * 0.9), { width: 1.5, opacity: 0.35 }) +
    linesAcross(room, steps(0.12, 1, 0.12), { width: 1.5, opacity: 0.35 })
  const vw = foot * between(3, 4.4)
  const x = left + width * between(0.08, 0.2)
  const y = bottom - foot * 2.7
  const stubs =
    [0.4, 0.6].map((part) => disc(x + vw * part, y + foot, foot * 0.1, tone.copper)).join('') +
    disc(x + vw * 0.5, y + foot * 1.4, foot * 0.17, tone.white) +
    box(x + vw * 0.5 - foot * 0.18, top + foot, foot * 0.36, foot * 0.36, tone.cold)
  const [px, py] = onFloor(room, between(0.7, 0.8), 0.2)
  if (stage === 'before')
    return (
      base +
      stubs +
      carton(room, {
        x: right - foot * 4,
        y: bottom - foot * 2.4,
        w: foot * 3,
        h: foot * 2.4,
        from: 0.5,
        to: 0.85,
      }) +
      pail(px, py, 90, tone.white, tone.mud)
    )
  const doors = [0, 0.5]
    .map(
      (part) =>
        box(x + vw * part + 8, y + foot * 0.55, vw / 2 - 16, foot * 1.75, cabinet, { width: 2 }) +
        box(x + vw * part + 24, y + foot * 0.75, vw / 2 - 48, foot * 1.35, lighter(cabinet, 0.12), {
          width: 1.6,
        }) +
        disc(x + vw * (part ? 0.54 : 0.46), y + foot * 1.2, 6, tone.night),
    )
    .join('')
  const body = box(x, y, vw, foot * 2.7, cabinet) + doors
  const top2 = box(x - foot * 0.12, y - foot * 0.2, vw + foot * 0.24, foot * 0.26, tone.white)
  const faucet = tube(
    `M${x + vw / 2},${y - foot * 0.2} v${-foot * 0.55} q0,${-foot * 0.2} ${foot * 0.3},${-foot * 0.2}`,
    tone.steel,
    9,
  )
  const mirror =
    box(x + vw * 0.14, top + foot * 1.5, vw * 0.72, foot * 2.7, tone.glass, {
      round: sheet.perhaps(0.4) ? 70 : 4,
    }) +
    flat(
      [
        [x + vw * 0.24, top + foot * 1.7],
        [x + vw * 0.46, top + foot * 1.7],
        [x + vw * 0.3, top + foot * 3.9],
        [x + vw * 0.2, top + foot * 3.9],
      ],
      tone.white,
      0.4,
    )
  const light =
    box(x + vw * 0.3, top + foot * 0.85, vw * 0.4, foot * 0.16, tone.night) +
    [0.34, 0.5, 0.66]
      .map((part) => disc(x + vw * part, top + foot * 1.1, foot * 0.17, tone.white))
      .join('')
  const tx = right - foot * between(2.4, 3)
  const toilet =
    box(tx, bottom - foot * 2.5, foot * 1.5, foot * 1.2, tone.white, { round: 8 }) +
    curve(
      `M${tx + 4},${bottom - foot * 1.3} q${foot * 0.75},${foot * 0.5} ${foot * 1.46},0 q-10,${foot * 0.9} -${foot * 0.4},${foot * 1.5} h-${foot * 0.66} q-${foot * 0.3},-${foot * 0.6} -${foot * 0.4},-${foot * 1.5}z`,
      tone.white,
    ) +
    oval(tx + foot * 0.75, bottom - foot * 1.3, foot * 0.8, foot * 0.2, tone.white)
  if (stage === 'under way')
    return (
      base +
      stubs +
      body +
      carton(room, {
        x: right - foot * 3.4,
        y: bottom - foot * 1.6,
        w: foot * 2.6,
        h: foot * 1.6,
        from: 0.5,
        to: 0.8,
      }) +
      level(x + 10, y - foot * 0.34, vw * 0.8)
    )
  return base + mirror + light + body + top2 + faucet + toilet
}
