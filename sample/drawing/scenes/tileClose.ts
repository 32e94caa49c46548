import { box, curve, flat, shape, steps, stroke, tone, tube } from '../pen.ts'
import type { Scene } from '../sheet.ts'
import { TILES, tiled } from '../tiles.ts'

/** Tiles close, with what sets them. */
export const tileClose: Scene = ({ w, h, stage, between, pick, same }) => {
  const color = same(TILES)
  const across = w * between(0.24, 0.32)
  const wall = { x: -across / 3, y: 0, w: w + across, h: h + 40 }
  const part = { before: 0.4, 'under way': between(0.5, 0.75), done: 1 }[stage]
  const mortar =
    box(0, 0, w, h, '#b9b6ae', { line: 'none' }) +
    steps(-h, w, 30)
      .map((x) =>
        curve(`M${x},${h} Q${x + w * 0.3},${h * 0.5} ${x + h * 0.9},0`, 'none', {
          width: 3,
          line: '#9f9c95',
        }),
      )
      .join('')
  const trowel =
    shape(
      [
        [w * 0.52, h * 0.16],
        [w * 0.84, h * 0.1],
        [w * 0.86, h * 0.26],
        [w * 0.54, h * 0.32],
      ],
      tone.steel,
    ) + tube(`M${w * 0.68},${h * 0.19} l${w * 0.1},-${h * 0.1}`, tone.orange, 26)
  const outlet =
    stage === 'done'
      ? box(w * 0.44, h * 0.36, w * 0.13, w * 0.2, tone.white, { round: 8 }) +
        [0.4, 0.47]
          .map(
            (at) =>
              box(w * 0.475, h * at, w * 0.06, w * 0.05, tone.board, { round: 8, width: 2 }) +
              stroke(
                [
                  [w * 0.495, h * at + 8],
                  [w * 0.495, h * at + 24],
                ],
                undefined,
                4,
              ) +
              stroke(
                [
                  [w * 0.515, h * at + 8],
                  [w * 0.515, h * at + 24],
                ],
                undefined,
                4,
              ),
          )
          .join('')
      : ''
  return (
    mortar +
    tiled(wall, [across, across * pick([0.34, 0.5, 1])], color, { part }) +
    (stage === 'done' ? outlet : trowel) +
    flat(
      [
        [0, 0],
        [w * 0.35, 0],
        [0, h * 0.6],
      ],
      tone.white,
      0.16,
    )
  )
}
