import { upright } from '../pictures/make.ts'
import { allSlices } from '../slices.ts'
import type { TestApp } from '../testApp.ts'
import type { Cast, Stage } from './cast.ts'

/** Prepares a company for the walk. */
export async function openStage(w: TestApp, people: Cast['people']): Promise<Stage> {
  const { cookie } = people.admin
  const picture = await (await upright(8, 6)).jpeg().toBuffer()
  const cast: Cast = {
    w,
    people,
    picture,
    async make(url, body, method = 'POST') {
      const answer = await w.call('nobody', method, url, body, { cookie })
      if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`)
      return answer.body
    },
    async upload(url, field, fields = {}) {
      const answer = await w.upload('nobody', url, { field, content: picture }, fields, { cookie })
      if (answer.status >= 300) throw new Error(`POST ${url}: ${answer.status} ${answer.text}`)
      return answer.body
    },
  }
  const ids = new Map<string, string>()
  function id(list: string) {
    const found = ids.get(list)
    if (!found)
      throw new Error(`There is nothing at ${list}: add it to the things in server/testing/slices/`)
    return found
  }
  const { id: otherJob } = await cast.make('/api/jobs', { name: 'Shed', address: '3 Elm St' })
  const stage: Stage = { ...cast, ids, id, otherJob }
  for (const { things = {} } of allSlices)
    for (const [list, make] of Object.entries(things)) ids.set(list, await make(stage))
  return stage
}
