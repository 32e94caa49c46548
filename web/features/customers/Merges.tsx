import { type Customer, customerRoutes, type Merge } from '@plumbline/contract/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { formatDate } from '../../ui/format.ts'
import { mergesQuery, thingsText } from './api.ts'

/**
 * The customers that were merged into this one, with what stayed with them. Renders nothing
 * without any.
 */
export function Merges({ customer }: { customer: Customer }) {
  const { data: merges = [] } = useQuery(mergesQuery(customer.id))
  if (merges.length === 0) return null
  return (
    <TitledPanel title="Merged into this customer" count={merges.length}>
      <ul className="divide-y divide-line">
        {merges.map((merge) => (
          <MergeRow key={merge.id} merge={merge} />
        ))}
      </ul>
    </TitledPanel>
  )
}

function MergeRow({ merge }: { merge: Merge }) {
  const { timeZone } = useCompany()
  const undo = useUndoMerge()
  const { id, name, company, address, source, notes, mergedByName, mergedAt } = merge
  const moved = thingsText(merge)
  const stayed = [company, address, source].filter(Boolean)
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 text-sm text-ink-2 wrap-anywhere">
        <p className="text-base font-medium text-ink">{name}</p>
        {stayed.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {notes && <p className="whitespace-pre-wrap">{notes}</p>}
        <p className="mt-1">
          {moved ? `Moved ${moved}` : 'Nothing was moved'}
          {mergedByName && `. ${mergedByName}`}, {formatDate(mergedAt, timeZone)}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Undo the merge of ${name}`}
        pending={undo.isPending}
        onClick={() => undo.mutate({ params: { id } })}
      >
        Undo
      </Button>
    </li>
  )
}

/** Takes a merge back. */
export const useUndoMerge = () =>
  useWrite(customerRoutes.undoMerge, {
    success: 'The merge was undone',
    failure: serverMessageOr('Failed to undo the merge'),
  })
