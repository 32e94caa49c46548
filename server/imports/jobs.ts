import type { Answers, Cells } from './checkRows.ts'
import { linkJobs, lockClients } from './clients.ts'
import {
  addressOf,
  distinctPhones,
  emailsIn,
  isFax,
  notesOf,
  phoneNote,
  phonesIn,
} from './contacts.ts'
import { idsToInvite, type Kind, NOTHING, publishImport } from './importers.ts'
import * as queries from './queries.ts'
import { ImportedJob } from './values.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** A job of the cells of a row. What has no place of its own goes into the private notes, so that nothing is lost. */
function compose(cells: Cells, { statuses }: Answers): Cells {
  const texts = cells as Texts
  const { emails, rest } = emailsIn(texts.customerEmail ?? '')
  const [customerEmail = '', ...otherEmails] = emails
  const numbers = distinctPhones(phonesIn(texts.customerPhone ?? ''))
  const [phone, secondPhone, ...more] = numbers.filter((number) => !isFax(number))
  const { city, state, zipCode } = texts
  const meaning = statuses.get(texts.status?.toLowerCase() ?? '')
  return {
    ...cells,
    name: texts.name ?? (texts.number && `Job ${texts.number}`),
    address:
      addressOf([texts.address, texts.address2, texts.address3, texts.address4], {
        ...(city && { city }),
        ...(state && { state }),
        ...(zipCode && { zipCode }),
      }) || undefined,
    status: meaning === null ? undefined : (meaning ?? texts.status),
    customerEmail,
    customerPhone: phone?.number,
    customerSecondPhone: secondPhone?.number,
    privateNotes: notesOf(texts.privateNotes, {
      'Job number': texts.name ? [texts.number ?? ''] : [],
      'Other email of the customer': [...otherEmails, rest],
      'Other phone of the customer': [secondPhone, ...more].map((one) =>
        one ? phoneNote(one) : '',
      ),
      'Fax of the customer': numbers.filter(isFax).map(({ number }) => number),
    }),
  }
}

export const jobs: Kind<ImportedJob> = {
  kind: 'jobs',
  schema: ImportedJob,
  fixedValues: {},
  compose,
  keyOf: ({ name, address }) => JSON.stringify([name.toLowerCase(), address.toLowerCase()]),
  key: 'name and address',
  keyField: null,
  match: async (db, valid) => {
    const rows = valid.map(({ row, value: { name, address } }) => ({ row, name, address }))
    return new Map([...(await queries.existingJobs(db, rows))].map((row) => [row, 'same'] as const))
  },
  add: async (db, values, { dryRun, addClients = false, actorId }) => {
    if (values.length === 0) return NOTHING
    const { jobs: linked, newClients } = await linkJobs(db, values)
    const newIds = new Set(newClients.map(({ id }) => id))
    const idsOf = (list: readonly ImportedJob[]) =>
      list.flatMap(({ clientId }) => (clientId ? [clientId] : []))
    const known = idsOf(linked).filter((id) => !newIds.has(id))
    if (dryRun) {
      const counts = { linked: known.length, newClients: newClients.length }
      return { ...NOTHING, ...counts, added: values.length }
    }
    const clients = await lockClients(db, known)
    const people = addClients ? await queries.insertPeople(db, actorId, newClients) : []
    const ids = new Set([...clients, ...people.map(({ id }) => id)])
    const list = linked.map((job) => ({
      ...job,
      clientId: job.clientId && ids.has(job.clientId) ? job.clientId : null,
    }))
    const added = await queries.insertJobs(db, list)
    if (people.length > 0) await publishImport(db, actorId, 'customers', people.length)
    await publishImport(db, actorId, 'jobs', added)
    return {
      ...{ ...NOTHING, added, linked: idsOf(list).length, newClients: people.length },
      invitable: idsToInvite(people),
    }
  },
}
