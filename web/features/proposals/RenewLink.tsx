import { type Proposal, proposalRoutes } from '@plumbline/contract/proposals.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { emailsCustomers, linkAddressQuery } from './api.ts'

interface RenewLinkProps {
  proposal: Pick<Proposal, 'id' | 'version' | 'sentTo'>
  onClose: () => void
  /** Runs with the path of a new link that was not emailed. */
  onMade: (path: string) => void
}

/** Asks before a new link is made. The office emails it, or copies it after that. */
export function RenewLink({ proposal, onClose, onMade }: RenewLinkProps) {
  const { id, version, sentTo } = proposal
  const { data: address } = useQuery(linkAddressQuery)
  const [isWanted, setWanted] = useState(true)
  const canEmail = sentTo !== null && address !== undefined && emailsCustomers(address)
  const sendEmail = canEmail && isWanted
  return (
    <ConfirmWrite
      row={proposalRoutes.renewLink}
      args={{ params: { id }, body: { sendEmail } }}
      title={`Make a new link for version ${version}?`}
      confirmLabel={sendEmail ? 'Email New Link' : 'Make New Link'}
      variant="primary"
      success={sendEmail ? `The new link is on its way to ${sentTo}` : 'New link made'}
      failure={serverMessageOr('Failed to make a new link')}
      onClose={onClose}
      onDone={({ path }) => (sendEmail || path === null ? onClose() : onMade(path))}
    >
      <p>
        The link that your customer has now stops working.
        {!sendEmail && ' Send them the new one.'}
      </p>
      {canEmail && (
        <Checkbox
          className="mt-2 text-ink"
          checked={isWanted}
          onChange={({ target }) => setWanted(target.checked)}
        >
          <span className="wrap-anywhere">Email the new link to {sentTo}</span>
        </Checkbox>
      )}
    </ConfirmWrite>
  )
}
