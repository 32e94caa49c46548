import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { fullName, isMember } from '../../api/people.ts'
import { query } from '../../api/query.ts'

const FACTS = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerAddress',
  'address',
] as const
type Fact = (typeof FACTS)[number]

const NOTHING = {
  ...{ customerName: '', customerEmail: '', customerPhone: '' },
  ...{ customerAddress: '', address: '' },
}

/** A form with the client and the facts of the customer of a job or a bid. */
export interface ClientForm {
  getValues(name: Fact): unknown
  setValue(
    name: Fact | 'clientId' | 'customerId',
    value: string | null,
    options: { shouldDirty: true },
  ): void
}

/** A client whose facts fill in a form. */
type Known = User & { readonly customerAddress?: string | null | undefined }

/** The clients that a job or a bid can be for, as options of a field. */
export function useClients() {
  const { data: people } = useQuery(query(peopleRoutes.list, { query: { role: 'client' } }))
  const clients = people?.filter(isMember) ?? []
  const filledIn = useRef<Readonly<Record<Fact, string>>>(NOTHING)
  return {
    options: clients.map((client) => ({
      value: client.id,
      label: fullName(client),
      detail: client.email ?? '',
    })),
    /** Whether the clients are loaded. */
    isKnown: people !== undefined,
    placeholder: 'No client',
    none: 'No client with that name',
    /**
     * Fills in the fields of the customer and the address of the job with what is known of a
     * client, as far as they are empty or have the facts of the client chosen before. One who was
     * just `invited` is not in the list yet.
     */
    fillIn(form: ClientForm, id: string | null, invited?: Known) {
      const client: Known | undefined = invited ?? clients.find((person) => person.id === id)
      if (!client) return
      const before = filledIn.current
      const address = client.address ?? client.customerAddress ?? ''
      const known: Readonly<Record<Fact, string>> = {
        customerName: fullName(client),
        customerEmail: client.email ?? '',
        customerPhone: client.phone ?? '',
        customerAddress: address,
        address,
      }
      filledIn.current = known
      for (const name of FACTS) {
        const value = form.getValues(name) ?? ''
        if ((value !== '' && value !== before[name]) || value === known[name]) continue
        form.setValue(name, known[name], { shouldDirty: true })
        // Another name is another customer.
        if (name === 'customerName' && value !== '')
          form.setValue('customerId', null, { shouldDirty: true })
      }
    },
  }
}
