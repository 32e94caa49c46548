import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { useId } from 'react'
import { Card } from '../../ui/Card.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { titleCase } from '../../ui/status.ts'
import { Margin } from './Margin.tsx'

interface SavedLineCardProps {
  line: SavedLine
  onEdit: () => void
  onDelete: () => void
}

/** A line of the price list. */
export function SavedLineCard({ line, onEdit, onDelete }: SavedLineCardProps) {
  const nameId = useId()
  const { description, details, category, unit, unitPrice, unitCost, taxable } = line
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <p className="figures flex min-w-0 flex-1 flex-wrap gap-x-3">
            {unitCost === null ? (
              <span>No cost</span>
            ) : (
              <span>Cost {formatUnitPrice(unitCost)}</span>
            )}
            <Margin line={line} named />
          </p>
          <span className="-my-1 -mr-2 flex">
            <RowActions
              editLabel="Edit line"
              deleteLabel="Delete line"
              nameId={nameId}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </span>
        </>
      }
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
            {description}
          </h2>
          <p className="text-sm text-ink-2">
            {titleCase(category)}
            {taxable && ', taxable'}
          </p>
        </div>
        <p className="max-w-1/2 shrink-0 text-right">
          <b className="figures block font-medium">{formatUnitPrice(unitPrice)}</b>
          {unit && <span className="block text-sm text-ink-2 wrap-anywhere">{unit}</span>}
        </p>
      </div>
      {details && (
        <p className="text-sm text-ink-2">
          <ClampedText>{details}</ClampedText>
        </p>
      )}
    </Card>
  )
}
