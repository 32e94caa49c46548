import type { Customer } from '@plumbline/contract/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { similarQuery } from './api.ts'

const MergeCustomers = lazyPart(() => import('./MergeCustomers.tsx'))

const MAX_SHOWN = 3

/** The customers that may be the same as this one. Renders nothing without any. */
export function SimilarNotice({ customer }: { customer: Customer }) {
  const { data: similar = [] } = useQuery(similarQuery(customer.id))
  const [merging, setMerging] = useOpened<Customer | null>('similar customer', null)
  const more = similar.length - MAX_SHOWN
  return (
    <>
      {similar.length > 0 && (
        <Alert tone="warn" className="no-print mb-5">
          <p className="font-medium">May be the same customer</p>
          <ul>
            {similar.slice(0, MAX_SHOWN).map((other) => (
              <li key={other.id} className="mt-1.5 flex items-center gap-3">
                <div className="flex min-w-0 flex-wrap gap-x-3 max-sm:flex-1">
                  <Link
                    href={paths.customer(other.id)}
                    className="touch-target underline underline-offset-3 wrap-anywhere"
                  >
                    {other.name}
                  </Link>
                  <span>{sharedText(customer, other)}</span>
                </div>
                <Button
                  size="sm"
                  aria-label={`Merge with ${other.name}`}
                  onClick={() => setMerging(other)}
                >
                  Merge
                </Button>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <Link
              href={paths.customers({ similar: 'true' })}
              className="touch-target mt-1.5 inline-block underline underline-offset-3"
            >
              and {more} more
            </Link>
          )}
        </Alert>
      )}
      {merging && (
        <MergeCustomers customer={customer} other={merging} onClose={() => setMerging(null)} />
      )}
    </>
  )
}

/** The things that two customers have in common: `Same name and phone number`. */
function sharedText(one: Customer, other: Customer): string {
  const inBoth = (read: (customer: Customer) => readonly (string | undefined)[]) =>
    read(one).some((text) => text && read(other).includes(text))
  const shared = [
    inBoth(({ name }) => [name.toLowerCase()]) && 'name',
    inBoth(({ contacts }) => contacts.map(({ email }) => email?.toLowerCase())) && 'email address',
    inBoth(({ contacts }) => contacts.map(({ phone }) => phone?.replaceAll(/\D/g, ''))) &&
      'phone number',
  ].filter((text) => text !== false)
  return shared.length > 0 ? `Same ${new Intl.ListFormat('en-US').format(shared)}` : ''
}
