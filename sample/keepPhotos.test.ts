import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { diskStore } from '../server/files/disk.ts'
import type { FileStore } from '../server/files/store.ts'
import { calendar } from './calendar.ts'
import { svgOf } from './drawing/draw.ts'
import { scenes } from './drawing/scenes.ts'
import { stages } from './drawing/sheet.ts'
import { keepPhotos } from './keepPhotos.ts'
import { plannedPhotos } from './photos.ts'
import { FRIDAY } from './testing.ts'

const days = calendar(new Date(FRIDAY), 'America/Chicago')
const plan = plannedPhotos(days)

describe('the drawings', () => {
  it('are the same each time, and no two alike', () => {
    const drawn = plan.map(({ drawing }) => svgOf(drawing))
    expect(plan.map(({ drawing }) => svgOf(drawing))).toEqual(drawn)
    expect(new Set(drawn).size).toBe(120)
  })

  it('show what the job is about', () => {
    const subjects = (job: string) =>
      new Set(plan.filter((photo) => photo.job === job).map(({ scene }) => scene))
    expect(subjects('kitchen')).toContain('kitchen')
    expect(subjects('roof')).toContain('roofDeck')
    expect(subjects('deckBoards')).toEqual(new Set(['decking']))
    expect(subjects('siding')).toEqual(new Set(['cladding']))
    expect(subjects('bakery')).toContain('storefront')
    expect(new Set(plan.map(({ scene }) => scene))).toEqual(new Set(Object.keys(scenes)))
    for (const stage of stages)
      expect(plan.filter((photo) => photo.stage === stage).length).toBeGreaterThan(25)
  })

  it('name tasks that there are, and each only once what was said', () => {
    expect(new Set(plan.map(({ caption }) => caption)).size).toBe(120)
    for (const { caption } of plan) expect(caption).toMatch(/^[A-Z0-9].{8,78}[.]$/)
  })
})

describe('keeping them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-drawn-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const left = async (store: FileStore) => {
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys
  }

  it('leaves nothing behind when the store fails half-way', async () => {
    const store = diskStore(path.join(folder, 'files'))
    let puts = 0
    const failing: FileStore = {
      ...store,
      put: async (key, place) => {
        if (++puts === 20) throw new Error('no room')
        await store.put(key, place)
      },
    }
    const work = path.join(folder, 'work')
    await expect(keepPhotos(failing, days, work)).rejects.toThrow('no room')
    expect(puts).toBeLessThan(30)
    expect(await left(store)).toEqual([])
    expect(readdirSync(folder)).toEqual(['files'])
  })
})
