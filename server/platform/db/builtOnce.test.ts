import { eq, type Placeholder } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { builtOnce } from './builtOnce.ts'
import type { Db } from './handle.ts'
import { testDatabase } from './testing.ts'

test('a query is built once and run with the handle and values of each call', async () => {
  const { db, close } = await testDatabase()
  await db.insert(settings).values({ companyName: 'Stone & Sons', timeZone: 'UTC' })
  const build = vi.fn((on: Db, value: (name: 'name') => Placeholder) =>
    on
      .select({ name: settings.companyName })
      .from(settings)
      .where(eq(settings.companyName, value('name'))),
  )
  const find = builtOnce(build)
  expect(await find(db, { name: 'Stone & Sons' })).toEqual([{ name: 'Stone & Sons' }])
  expect(await find(db, { name: 'Another' })).toEqual([])
  expect(build).toHaveBeenCalledTimes(1)
  await db.transaction(async (tx) => {
    await tx.update(settings).set({ companyName: 'Another' })
    expect(await find(tx, { name: 'Another' })).toEqual([{ name: 'Another' }])
    expect(await find(db, { name: 'Another' })).toEqual([])
  })
  expect(build).toHaveBeenCalledTimes(1)
  await close()
})
