import type { Customer, CustomerContact, CustomerPerson } from '@plumbline/contract/customers.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { InviteQuestion } from '../people/InviteSeveral.tsx'
import { inviteAddressQuery } from '../people/inviteQueries.ts'
import { splitName } from '../people/personTyped.ts'
import { InviteUser } from '../people/UserForm.tsx'
import { useInvites } from '../people/useInvites.tsx'

interface InviteContactProps {
  customer: Customer
  /** The contact whose form is open. */
  contact: CustomerContact | undefined
  /** The person who was added without an invite and is asked about now. */
  person: CustomerPerson | undefined
  onClose: () => void
}

/** Invites contacts of a customer as clients, and shows the links of their invites. */
export default function InviteContact({ customer, contact, person, onClose }: InviteContactProps) {
  const invites = useInvites()
  const { data: address } = useQuery(inviteAddressQuery)
  const filter = { customerId: customer.id, active: 'true', limit: '100' } as const
  const { data: jobs, error } = useQuery(query(jobRoutes.list, { query: filter }))
  // A job has one client, who stays.
  const withoutClient = jobs?.filter(({ clientId }) => clientId === null) ?? []
  return (
    <>
      {contact && (jobs || error) && (
        <InviteUser
          prefill={{
            ...{ ...splitName(contact.name), email: contact.email ?? '', phone: contact.phone },
            ...{ role: 'client', projectIds: withoutClient.map(({ id }) => id) },
          }}
          onClose={onClose}
          onInvited={invites.invited}
        />
      )}
      {person && address && (jobs || error) && (
        <InviteQuestion
          people={[person]}
          jobs={withoutClient}
          sendsEmail={address.sendsEmail}
          onClose={onClose}
          onInvited={invites.invitedSeveral}
        />
      )}
      {invites.sheet}
    </>
  )
}
