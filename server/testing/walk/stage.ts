import { upright } from '../pictures/make.ts'
import type { TestApp } from '../testApp.ts'
import type { Cast } from './cast.ts'
import * as things from './things.ts'

/** The ids of the things that the walk reads, by the path of their list. */
type Ids = Awaited<ReturnType<typeof furnish>>
export interface Stage extends Cast {
  readonly ids: Ids
  /** A job that neither the sub nor the client is on. */
  readonly otherJob: string
}

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
  const ids = await furnish(cast)
  const { id } = await cast.make('/api/jobs', { name: 'Shed', address: '3 Elm St' })
  return { ...cast, ids, otherJob: id }
}

/** Creates one thing of each kind that the client and the sub can see. */
async function furnish(cast: Cast) {
  const job = await things.newJob(cast)
  const entry = await things.newEntry(cast, job)
  const bid = await things.newBid(cast)
  const appointment = await things.newAppointment(cast, bid)
  const property = await things.newProperty(cast)
  const tenant = await things.newTenant(cast, property)
  return {
    '/api/jobs': job,
    '/api/schedule': entry,
    '/api/tasks': await things.newTask(cast, job),
    '/api/crew': (await things.newCrewDay(cast, job)).id,
    '/api/photos': await things.newPhoto(cast, job),
    '/api/schedule-templates': await things.newTemplate(cast),
    '/api/pending-bids': bid,
    '/api/bid-appointments': appointment,
    '/api/users': cast.people.subcontractor.id,
    '/api/subcontractors': cast.people.subcontractor.id,
    '/api/rental-properties': property,
    '/api/tenants': tenant,
    '/api/rental-income': await things.newIncome(cast, property, tenant),
    '/api/rental-expenses': await things.newExpense(cast, property),
  }
}
