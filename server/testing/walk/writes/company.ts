import { setTimeout } from 'node:timers/promises'
import type { backupRoutes } from '@plumbline/contract/backup.ts'
import type { exportRoutes } from '@plumbline/contract/export.ts'
import type { importRoutes } from '@plumbline/contract/imports.ts'
import type { inviteRoutes } from '@plumbline/contract/invites.ts'
import type { peopleRoutes } from '@plumbline/contract/people.ts'
import type { settingsRoutes } from '@plumbline/contract/settings.ts'
import type { setupRoutes } from '@plumbline/contract/setup.ts'
import type { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

export const setupWrites: Writes<typeof setupRoutes> = {
  setUp: () => ({
    body: {
      companyName: 'Another',
      firstName: 'Olga',
      lastName: 'Owner',
      email: 'olga@example.com',
      password: 'maple-canoe-orbit',
      timeZone: 'UTC',
    },
    cookie: '',
    refused: 409,
  }),
}

const email = () => `walk${things.next()}@example.com`

export const peopleWrites: Writes<typeof peopleRoutes> = {
  create: () => ({
    body: {
      firstName: 'Nia',
      lastName: 'New',
      role: 'subcontractor',
      specialty: 'Tile',
      email: email(),
    },
  }),
  update: ({ people }) => ({
    params: { id: people.subcontractor.id },
    body: { phone: '555-0101', specialty: 'Masonry' },
  }),
  remove: async (stage) => {
    const { id } = await things.newWalker(stage, 'subcontractor')
    const at = `/api/jobs/${stage.ids['/api/jobs']}/subcontractors`
    await stage.make(at, { subcontractorId: id })
    return { params: { id } }
  },
  invite: ({ ids }) => ({
    body: {
      firstName: 'Ivo',
      lastName: 'Invited',
      role: 'subcontractor',
      specialty: 'Tile',
      email: email(),
      projectIds: [ids['/api/jobs']],
    },
  }),
  resendInvite: async (stage) => {
    const id = await things.newPerson(stage)
    await stage.make('/api/users/invites', { userIds: [id] })
    return { params: { id } }
  },
  resetLink: async (stage) => ({ params: { id: (await things.newMember(stage)).id } }),
  endSessions: async (stage) => ({ params: { id: (await things.newMember(stage)).id } }),
  viewAs: ({ people }) => ({ params: { id: people.client.id } }),
}

export const inviteWrites: Writes<typeof inviteRoutes> = {
  several: async (stage) => ({ body: { userIds: [await things.newPerson(stage)] } }),
}

const subOf = ({ people }: Stage) => people.subcontractor.id

export const subcontractorWrites: Writes<typeof subcontractorRoutes> = {
  saveNotes: (stage) => ({ params: { id: subOf(stage) }, body: { text: 'Comes on time' } }),
  rate: async (stage) => {
    const id = stage.ids['/api/jobs']
    await stage.make(`/api/jobs/${id}/ratings/${subOf(stage)}`, { score: 2 }, 'PUT')
    return { params: { id, userId: subOf(stage) }, body: { score: 4, note: 'Tidy' } }
  },
  removeRating: async (stage) => {
    const id = await things.newJob(stage)
    await stage.make(`/api/jobs/${id}/ratings/${subOf(stage)}`, { score: 2 }, 'PUT')
    return { params: { id, userId: subOf(stage) } }
  },
}

/** A form with a file, as a browser sends it. */
function formOf(field: string, content: Uint8Array, name: string, fields = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries<string>(fields)) form.append(key, value)
  form.append(field, new File([new Uint8Array(content)], name))
  return form
}

export const settingsWrites: Writes<typeof settingsRoutes> = {
  update: () => ({ body: { companyName: 'Ridge & Sons', phone: '555-0199' } }),
  putLogo: ({ picture }) => ({ body: formOf('logo', picture, 'logo.jpg') }),
  removeLogo: () => ({}),
}

export const backupWrites: Writes<typeof backupRoutes> = {
  create: ({ make }) => ({
    async settled() {
      while ((await make('/api/backups', undefined, 'GET')).running) await setTimeout(50)
    },
  }),
}
export const exportWrites: Writes<typeof exportRoutes> = { create: () => ({}) }

const list = (...lines: readonly string[]) => ({
  body: formOf('file', Buffer.from(`${lines.join('\n')}\n`), 'list.csv', { dryRun: 'false' }),
})

export const importWrites: Writes<typeof importRoutes> = {
  subcontractors: () => list('First Name,Last Name,Email,Trade', `Ned,Noor,${email()},Roofing`),
  customers: () => list('First Name,Last Name,Email', `Cora,Cole,${email()}`),
  jobs: () => list('Name,Address,Status', 'Fence,7 Elm St,in_progress'),
  properties: () => list('Address,City,State,Zip,Type', '3 Fir St,Bend,OR,97701,Condo'),
  tenants: async (stage) => {
    const { address } = await homeOf(stage)
    const head = 'First Name,Last Name,Property,Lease Start,Rent'
    return list(head, `Tom,Tate,${address},2026-11-01,900`)
  },
  income: async (stage) => {
    const { address } = await homeOf(stage)
    return list('Property,Amount,Type,Date', `${address},12.50,Rent,2026-11-02`)
  },
  expenses: async (stage) => {
    const { address } = await homeOf(stage)
    const head = 'Property,Amount,Category,Date,Description'
    return list(head, `${address},12.50,Repairs,2026-11-02,Gutters`)
  },
}

const homeOf = async (stage: Stage) =>
  stage.make(`/api/rental-properties/${await things.newProperty(stage)}`, undefined, 'GET')
