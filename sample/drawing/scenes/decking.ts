import { box, lighter, oval, steps, tone } from '../pen.ts'
import { block, edge, face } from '../room.ts'
import { type Scene, viewFrom } from '../sheet.ts'
import { laps, tufts, WALLS, yard } from '../yard.ts'

/** Footings and posts, joists, boards and rails. */
export const decking: Scene = (sheet) => {
  const { w, h, stage, between, pick, same } = sheet
  const horizon = between(0.36, 0.42)
  const view = viewFrom([w * between(0.42, 0.58), h * horizon - 210], 5)
  const y = h * horizon + 70
  const wall = same(WALLS)
  const back =
    yard(sheet, horizon + 0.03) +
    laps({ x: w * 0.12, y: -10, w: w * 0.76, h: h * horizon + 60 }, wall, 26) +
    box(w * 0.42, h * 0.1, w * 0.2, h * horizon - h * 0.1 + 44, tone.white) +
    box(w * 0.435, h * 0.13, w * 0.08, h * horizon - h * 0.1 + 20, '#8fa3ab') +
    box(w * 0.525, h * 0.13, w * 0.08, h * horizon - h * 0.1 + 20, '#8fa3ab')
  const [l, r, near] = [w * 0.2, w * 0.8, 0.34]
  const board = pick(['#b08a63', '#9d8d7b', '#8b8f8c', tone.cedar])
  const ledger = block(view, { x: l, y, w: r - l, h: 26, from: 0.97, to: 0.98 }, tone.wood)
  const joist = steps(l, r + 1, (r - l) / 13).map((x) =>
    block(view, { x, y, w: 9, h: 26, from: near, to: 0.97 }, tone.wood),
  )
  const rim = block(view, { x: l, y, w: r - l + 9, h: 26, from: near - 0.006, to: near }, tone.wood)
  const under = face(
    view,
    [
      [l, y + 26, 0.97],
      [r, y + 26, 0.97],
      [r, y + 26, near],
      [l, y + 26, near],
    ],
    '#9f9576',
  )
  const rows = { before: 0, 'under way': between(0.35, 0.65), done: 1 }[stage]
  const each = 0.024
  const boards = steps(0.97 - (0.97 - near) * rows, 0.97, each)
    .reverse()
    .map((z, n) =>
      face(
        view,
        [
          [l - 8, y - 3, z],
          [r + 16, y - 3, z],
          [r + 16, y - 3, z + each],
          [l - 8, y - 3, z + each],
        ],
        n % 4 === 2 ? lighter(board, 0.12) : board,
        { width: 1.6 },
      ),
    )
    .join('')
  const post = (x: number, z: number) =>
    block(view, { x, y: y - 78, w: 10, h: 78, from: z, to: z + 0.012 }, tone.night)
  const rail = (x: number) =>
    steps(near, 0.96, 0.035)
      .reverse()
      .map((z) =>
        edge(
          view,
          [
            [x + 5, y - 70, z],
            [x + 5, y - 8, z],
          ],
          tone.night,
          3,
        ),
      )
      .join('') +
    edge(
      view,
      [
        [x + 5, y - 76, 0.96],
        [x + 5, y - 76, near],
      ],
      tone.night,
      8,
    ) +
    edge(
      view,
      [
        [x + 5, y - 12, 0.96],
        [x + 5, y - 12, near],
      ],
      tone.night,
      5,
    )
  const rails =
    stage === 'done'
      ? rail(l) + rail(r) + post(l, near) + post(r, near) + post(l, 0.62) + post(r, 0.62)
      : ''
  const lying =
    stage === 'under way'
      ? [0, 1, 2]
          .map((n) =>
            face(
              view,
              [
                [l + 60 + n * 40, y - 4, 0.4],
                [l + 90 + n * 40, y - 4, 0.4],
                [l + 220 + n * 24, y - 4, 0.66],
                [l + 200 + n * 24, y - 4, 0.66],
              ],
              lighter(board, 0.1),
            ),
          )
          .join('')
      : ''
  if (stage === 'before') {
    const piers = [l, (l + r) / 2, r]
      .flatMap((x) => [0.36, 0.7].map((z) => ({ x, z })))
      .sort((a, b) => b.z - a.z)
      .map(({ x, z }) => {
        const [px, py] = view.at(x, y + 40, z)
        const s = 70 * (1.4 - z)
        return (
          oval(px, py, s * 0.8, s * 0.26, tone.clay) +
          oval(px, py - 4, s * 0.5, s * 0.17, tone.concrete) +
          box(px - s * 0.16, py - s * 1.5, s * 0.32, s * 1.5, tone.wood)
        )
      })
      .join('')
    return (
      back +
      ledger +
      edge(
        view,
        [
          [l, y + 30, 0.97],
          [l, y + 30, 0.36],
          [r, y + 30, 0.36],
          [r, y + 30, 0.97],
        ],
        tone.orange,
        3,
      ) +
      piers +
      tufts(sheet, 26, [0, w], [h * 0.7, h])
    )
  }
  return (
    back +
    under +
    ledger +
    joist.join('') +
    rim +
    boards +
    lying +
    rails +
    tufts(sheet, 12, [0, w], [h * 0.95, h])
  )
}
