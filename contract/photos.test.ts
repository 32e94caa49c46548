import { expect, test } from 'vitest'
import { takenMoment } from './photos.ts'

const UPLOADED = '2026-11-20T18:00:00.000Z'

test.each([
  ['the time of the camera', '2026-11-05T15:00:00.000Z', '2026-11-05T15:00:00.000Z'],
  ['the upload without one', null, UPLOADED],
  ['the upload where the camera was ahead', '2030-01-01T00:00:00.000Z', UPLOADED],
  ['the time of the camera, however old', '1999-12-31T23:00:00.000Z', '1999-12-31T23:00:00.000Z'],
])('a photo is shown under %s', (_, takenAt, shown) => {
  expect(takenMoment({ takenAt, createdAt: UPLOADED })).toBe(shown)
  const moments = {
    takenAt: takenAt === null ? null : new Date(takenAt),
    createdAt: new Date(UPLOADED),
  }
  expect(takenMoment(moments)).toEqual(new Date(shown))
})
