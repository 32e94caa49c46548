import {
  type Customer,
  type CustomerCopies,
  copyOf,
  customerRoutes,
} from '@plumbline/contract/customers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { plural } from '../../ui/format.ts'
import { copiesQuery, customerQuery } from './api.ts'

/**
 * Asks after an edit whether open jobs and bids should show the customer as it is now. Without a
 * connection it does not ask.
 */
export function useCopies(customer: Customer) {
  const client = useQueryClient()
  const [copies, setCopies] = useOpened<CustomerCopies | null>('copies', null)
  const read = async () => {
    const now = await client.query({ ...customerQuery(customer.id), staleTime: 0 })
    if (JSON.stringify(copyOf(now)) === JSON.stringify(copyOf(customer))) return
    const found = await client.query({ ...copiesQuery(customer.id), staleTime: 0 })
    if (found.jobs + found.bids > 0) setCopies(found)
  }
  return {
    offer: () => read().catch(() => undefined),
    dialog: copies && <UpdateCopies {...{ customer, copies }} onClose={() => setCopies(null)} />,
  }
}

/** `2 open bids and 1 open job`. */
const copiesText = ({ bids, jobs }: CustomerCopies) =>
  [
    bids > 0 && plural(bids, 'open bid', 'open bids'),
    jobs > 0 && plural(jobs, 'open job', 'open jobs'),
  ]
    .filter(Boolean)
    .join(' and ')

interface UpdateCopiesProps {
  customer: Customer
  copies: CustomerCopies
  onClose: () => void
}

/** The dialog that writes a customer to their open jobs and bids. */
function UpdateCopies({ customer, copies, onClose }: UpdateCopiesProps) {
  const update = useWrite(customerRoutes.updateCopies, {
    success: (changed) => ({
      title: 'Success',
      description: `${copiesText(changed) || 'Nothing'} updated`,
    }),
    failure: 'Failed to update bids and jobs',
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Also on ${copiesText(copies)}`}
      description="They still show the name and contact from before."
    >
      <DialogBody>
        <p>Update them too? Finished jobs and decided bids stay as they are.</p>
        {update.problem && <Alert className="mt-3">{update.problem}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Leave as They Are</Button>
        <Button
          variant="primary"
          pending={update.isPending}
          onClick={() => update.mutate({ params: { id: customer.id } })}
        >
          Update
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
