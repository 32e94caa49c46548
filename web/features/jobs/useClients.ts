import { peopleRoutes } from '@plumbline/contract/people.ts'
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

interface Form {
  getValues(name: Fact): unknown
  setValue(name: Fact | 'customerId', value: string | null, options: { shouldDirty: true }): void
}

/** The clients that a job or a bid can be for, as options of a field. */
export function useClients() {
  const { data: people = [] } = useQuery(query(peopleRoutes.list, { query: { role: 'client' } }))
  const clients = people.filter(isMember)
  const filledIn = useRef<Readonly<Record<Fact, string>>>(NOTHING)
  return {
    options: clients.map((client) => ({
      value: client.id,
      label: fullName(client),
      detail: client.email ?? '',
    })),
    placeholder: 'No client',
    none: 'No client with that name. Invite one in User Management.',
    /**
     * Fills in the fields of the customer and the address of the job with what is known of a
     * client, as far as they are empty or have the facts of the client chosen before.
     */
    fillIn(form: Form, id: string | null) {
      const client = clients.find((person) => person.id === id)
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
