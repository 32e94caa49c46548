import { type Customer, customerRoutes } from '@plumbline/contract/customers.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { useRouter } from '@tanstack/react-router'
import { Briefcase, MapPin, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useCompany } from '../../api/company.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { Contact, mapsUrl } from '../../ui/Person.tsx'
import { prefillOf } from './api.ts'

const CreateBid = lazyPart(async () => ({
  default: (await import('../bids/BidForm.tsx')).CreateBid,
}))
const CreateJob = lazyPart(async () => ({
  default: (await import('../jobs/JobForm.tsx')).CreateJob,
}))
const EditCustomer = lazyPart(async () => ({
  default: (await import('./CustomerForm.tsx')).EditCustomer,
}))
const MergeCustomers = lazyPart(() => import('./MergeCustomers.tsx'))

type CustomerDialog = 'bid' | 'job' | 'edit' | 'merge' | 'delete'

interface CustomerHeadProps {
  customer: Customer
  /** Runs after the customer was edited. */
  onEdited: () => Promise<void>
}

/** A customer's name, address and source, with the actions of the page. */
export function CustomerHead({ customer, onEdited }: CustomerHeadProps) {
  const [dialog, setDialog] = useOpened<CustomerDialog | null>('customer', null)
  const close = () => setDialog(null)
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-60 flex-1">
        <h1 className="text-lg tracking-tight wrap-anywhere">{customer.name}</h1>
        {customer.company && <p className="wrap-anywhere">{customer.company}</p>}
        <Facts customer={customer} />
      </div>
      <div className="no-print flex items-center gap-2 max-sm:w-full">
        <MoreActions isMenu>
          <Button variant="quiet" onClick={() => setDialog('job')}>
            <Briefcase aria-hidden />
            New Job
          </Button>
          <Button variant="quiet" onClick={() => setDialog('merge')}>
            <Users aria-hidden />
            Merge…
          </Button>
          <Button variant="quiet" onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        </MoreActions>
        <Button onClick={() => setDialog('edit')} className="max-sm:flex-1">
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button variant="primary" onClick={() => setDialog('bid')} className="max-sm:flex-1">
          <Plus aria-hidden />
          New Bid
        </Button>
      </div>
      {dialog === 'bid' && <CreateBid prefill={prefillOf(customer)} onClose={close} />}
      {dialog === 'job' && <CreateJob prefill={prefillOf(customer)} onClose={close} />}
      {dialog === 'edit' && <EditCustomer {...{ customer, onEdited }} onClose={close} />}
      {dialog === 'merge' && <MergeCustomers customer={customer} onClose={close} />}
      {dialog === 'delete' && <DeleteCustomer customer={customer} onClose={close} />}
    </div>
  )
}

/** The address of a customer, where they come from, and since when they are one. */
function Facts({ customer }: { customer: Customer }) {
  const { timeZone } = useCompany()
  const { address, source, taxExempt, taxCertificate, createdAt } = customer
  const since = formatMonth(dayIn(timeZone, new Date(createdAt)).slice(0, 7))
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-ink-2">
      {address && (
        <Contact icon={MapPin} href={mapsUrl(address)}>
          {address}
        </Contact>
      )}
      {source && <span className="wrap-anywhere">{source}</span>}
      {taxExempt && <span className="wrap-anywhere">Tax exempt {taxCertificate}</span>}
      <span>Customer since {since}</span>
    </div>
  )
}

function DeleteCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const router = useRouter()
  return (
    <ConfirmWrite
      row={customerRoutes.remove}
      args={{ params: { id: customer.id } }}
      title={`Delete the customer ${customer.name}?`}
      success="Customer deleted successfully"
      failure={serverMessageOr('Failed to delete customer')}
      onClose={onClose}
      onDone={() => router.navigate({ href: paths.customers() })}
    >
      Their contacts and notes will be deleted too.
    </ConfirmWrite>
  )
}
