import { bidRoutes } from '@plumbline/contract/bids.ts'
import {
  type Customer,
  type CustomerContents,
  copyOf,
  customerRoutes,
} from '@plumbline/contract/customers.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { ContactRound } from 'lucide-react'
import type { z } from 'zod'
import { pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { plural } from '../../ui/format.ts'

type CustomerQuery = Readonly<z.input<typeof customerRoutes.list.query>>
/** The filter and sort order of a list of customers. */
export type CustomerFilter = Omit<CustomerQuery, 'limit' | 'after'>

/** The filtered customers, page by page, for cards or for the table. */
export const customerPages = (filter: CustomerFilter, view?: 'table') =>
  pagedQuery(customerRoutes.list, { query: { ...filter } }, view && TABLE_PAGE)

/** The number of filtered customers, regardless of their order. */
export const customerTotals = ({ sort: _, ...filter }: CustomerFilter) =>
  query(customerRoutes.totals, { query: filter })

export const customerQuery = (id: string) => query(customerRoutes.one, { params: { id } })
/** The people who sign in for a customer. */
export const peopleQuery = (id: string) => query(customerRoutes.people, { params: { id } })
export const similarQuery = (id: string) => query(customerRoutes.similar, { params: { id } })
export const copiesQuery = (id: string) => query(customerRoutes.copies, { params: { id } })
export const mergesQuery = (id: string) => query(customerRoutes.merges, { params: { id } })
/** The number of things that belong to a customer, which a merge would move. */
export const contentsQuery = (id: string) => query(customerRoutes.contents, { params: { id } })

const PAGE_SIZE = 20
/** Completed jobs and decided bids come last. */
const ofCustomer = (customerId: string) => ({ customerId, openFirst: 'true' }) as const

/** The jobs of a customer, page by page. */
export const customerJobs = (customerId: string) =>
  pagedQuery(jobRoutes.list, { query: ofCustomer(customerId) }, PAGE_SIZE)
/** The bids of a customer, page by page. */
export const customerBids = (customerId: string) =>
  pagedQuery(bidRoutes.list, { query: ofCustomer(customerId) }, PAGE_SIZE)
/** The newest photos of the jobs of a customer, and their total number. */
export const customerPhotos = (customerId: string) =>
  pagedQuery(photoRoutes.list, { query: { customerId } }, 6)
/** The newest messages about the jobs of a customer. */
export const customerMessages = (customerId: string) =>
  query(messageRoutes.found, { query: { customerId, limit: '3' } })

/** The sums of the jobs of a customer. */
export const jobSums = (customerId: string) => query(jobRoutes.totals, { query: { customerId } })
/** The sums of the open bids of a customer. */
export const openBidSums = (customerId: string) =>
  query(bidRoutes.sums, { query: { customerId, open: 'true' } })

/** The fields of a new job or bid that are known of its customer. */
export const prefillOf = (customer: Customer) => ({
  ...copyOf(customer),
  ...{ customerId: customer.id, address: customer.address ?? '' },
})

/** The things of a merge that there are any of: `2 jobs and 1 contact`. Empty for none. */
export function thingsText({ jobs, bids, contacts, people, invoices }: CustomerContents): string {
  const counts = [
    [jobs, 'job', 'jobs'],
    [bids, 'bid', 'bids'],
    [invoices, 'invoice', 'invoices'],
    [contacts, 'contact', 'contacts'],
    [people, 'person who signs in', 'people who sign in'],
  ] as const
  const texts = counts.flatMap(([count, one, many]) =>
    count > 0 ? [plural(count, one, many)] : [],
  )
  return new Intl.ListFormat('en-US').format(texts)
}

/** Finds customers by name, contact, or phone number. For admins only. */
export const customerCommands: CommandSource = {
  heading: 'Customers',
  minLength: 1,
  find: async (text, { may, client, alike }) => {
    if (!may('customer.list')) return []
    const search = { search: text, limit: '6', total: 'false', alike } as const
    const customers = await client.query(query(customerRoutes.list, { query: search }))
    return customers.map(({ id, name, company, address }) => ({
      id,
      label: name,
      detail: company ?? address ?? '',
      icon: ContactRound,
      href: paths.customer(id),
    }))
  },
}
