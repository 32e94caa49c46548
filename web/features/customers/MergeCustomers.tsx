import { type Customer, customerRoutes } from '@plumbline/contract/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type SyntheticEvent, useDeferredValue, useState } from 'react'
import { query } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { phoneText } from '../../ui/phone.ts'
import { contentsQuery, thingsText } from './api.ts'
import { useUndoMerge } from './Merges.tsx'

interface MergeCustomersProps {
  customer: Customer
  /** The other customer. It is chosen in the dialog if omitted. */
  other?: Customer
  onClose: () => void
}

/** The dialog that merges two customers: which one stays, and what moves to it. */
export default function MergeCustomers({ customer, other: given, onClose }: MergeCustomersProps) {
  const [chosen, setChosen] = useState<Customer | null>(given ?? null)
  const [isSwapped, setSwapped] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [into, from] = isSwapped && chosen ? [chosen, customer] : [customer, chosen]
  const undo = useUndoMerge()
  const merge = useWrite(customerRoutes.merge, {
    success: () => ({
      title: 'Success',
      description: `${from?.name} was merged into ${into.name}`,
      action: { label: 'Undo', onClick: () => from && undo.mutate({ params: { id: from.id } }) },
    }),
    failure: serverMessageOr('Failed to merge customers'),
    onSuccess: onClose,
  })
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (from) merge.mutate({ params: { id: into.id }, body: { customerId: from.id } })
    else setMissing(true)
  }
  return (
    <FormDialog
      title="Merge Customers"
      description="For two entries of the same customer"
      submitLabel="Merge"
      onSubmit={onSubmit}
      error={merge.problem}
      pending={merge.isPending}
      onClose={onClose}
    >
      {/* With room for the list of customers to choose from. */}
      <div className={cx('flex flex-col gap-4', !from && 'min-h-80')}>
        {!given && (
          <Field
            label="Other Customer"
            error={isMissing && !chosen ? 'Choose the other customer' : undefined}
            required
          >
            {(control) => (
              <CustomerPicker
                {...control}
                exceptId={customer.id}
                value={chosen}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
        {from && (
          <>
            <Side label="Stays" customer={into} />
            <Button size="sm" className="self-center" onClick={() => setSwapped(!isSwapped)}>
              Swap
            </Button>
            <Side label="Is merged into it" customer={from} />
            <Preview into={into} from={from} />
          </>
        )}
      </div>
    </FormDialog>
  )
}

/** One of the two customers. */
function Side({ label, customer }: { label: string; customer: Customer }) {
  const { name, company, address, contacts } = customer
  const [main] = contacts
  const facts = [company, main?.phone && phoneText(main.phone), main?.email, address]
  return (
    <section aria-label={label} className="rounded-m border border-line px-4 py-3">
      <p className="text-sm text-ink-2">{label}</p>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-2 wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
    </section>
  )
}

/** The things that a merge moves, and those that it leaves. */
function Preview({ into, from }: { into: Customer; from: Customer }) {
  const { data, error } = useQuery(contentsQuery(from.id))
  const moved = data && thingsText(data)
  return (
    <div role="status" className="wrap-anywhere">
      <p className="font-medium">
        {data
          ? `${moved || 'Nothing'} will move to ${into.name}.`
          : error
            ? 'What moves could not be counted.'
            : '…'}
      </p>
      <p className="mt-1 text-ink-2">
        The address and notes of {from.name} stay listed there. You can undo the merge.
      </p>
    </div>
  )
}

interface CustomerPickerProps
  extends Omit<React.ComponentProps<typeof Combobox>, 'options' | 'value' | 'onChange'> {
  /** The customer that cannot be chosen. */
  exceptId: string
  value: Customer | null
  onChange: (customer: Customer | null) => void
}

/** A picker for one customer, searched while typing. */
function CustomerPicker({ exceptId, value, onChange, ...control }: CustomerPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useQuery({
    ...query(customerRoutes.list, { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  const listed = (results.data ?? []).filter(({ id }) => id !== exceptId)
  const customers = !value || listed.some(({ id }) => id === value.id) ? listed : [value, ...listed]
  return (
    <Combobox
      {...control}
      options={customers.map(({ id, name, company, address, contacts }) => ({
        value: id,
        label: name,
        detail: [company, ...contacts.map((contact) => contact.name), address]
          .filter((text) => text && text !== name)
          .join(' · '),
      }))}
      value={value?.id ?? null}
      onChange={(id) => {
        setTyped('')
        onChange(customers.find((customer) => customer.id === id) ?? null)
      }}
      onSearch={setTyped}
      placeholder="Name, contact or address"
      none={results.isFetching ? 'Searching…' : 'No customer with that name or contact'}
    />
  )
}
