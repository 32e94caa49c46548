import { type LineCategory, lineCategories } from '@plumbline/contract/pricedLines.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../ui/Input.tsx'
import { formatted, type LineField, readLine } from './amounts.ts'
import { nextLine, placeOf } from './changes.ts'
import { type DraftLine, linesOf, newLine } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'
import { amountText, categoryLabels, lineName } from './texts.ts'

interface LineDialogProps extends DraftDialogProps {
  lineKey: string
  /** Opens the line that was added. */
  onNext: (key: string) => void
}

const categoryOptions = lineCategories.map((value) => ({ value, label: categoryLabels[value] }))

/** All fields of a line, and what can be done with it. */
export function LineDialog({ draft, actions, lineKey, onNext, onClose }: LineDialogProps) {
  const line = linesOf(draft).find(({ key }) => key === lineKey)
  if (!line) return null
  const { amount, problems } = readLine(line)
  const set = (to: Partial<DraftLine>) => actions.change({ type: 'line', key: lineKey, to })
  const text = (field: LineField, label: string, className = '') => (
    <Field
      label={label}
      // An empty field is probably still to be filled in.
      error={line[field].trim() === '' ? undefined : problems[field]}
      required={field === 'description'}
      className={className}
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          inputMode={field === 'unitPrice' || field === 'unitCost' ? 'decimal' : 'text'}
          value={line[field]}
          onChange={({ target }) => set({ [field]: target.value })}
          onBlur={() => {
            const to = formatted(line, field)
            if (to) set(to)
          }}
        />
      )}
    </Field>
  )
  const addNext = () => {
    const added = nextLine(draft, line)
    actions.change({ type: 'add', after: lineKey, lines: [added] })
    onNext(added.key)
  }
  return (
    <Dialog open onOpenChange={onClose} title="Line" wide>
      <DialogBody className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          {text('description', 'Description', 'col-span-full')}
          {text('quantity', 'Quantity')}
          {text('unit', 'Unit')}
          {text('unitPrice', 'Price')}
          {text('unitCost', 'Our cost')}
          <p className="figures col-span-full text-ink-2">
            Amount{' '}
            <b className="font-medium text-ink">{amount === null ? '–' : amountText(amount)}</b>
          </p>
          <Field label="Details" error={problems.details} className="col-span-full">
            {(control) => (
              <Textarea
                {...control}
                value={line.details}
                onChange={({ target }) => set({ details: target.value })}
              />
            )}
          </Field>
          <Field label="Category" hint="For the office" className="col-span-full sm:col-span-2">
            {(control) => (
              <Select
                {...control}
                options={categoryOptions}
                value={line.category}
                onChange={({ target }) => set({ category: target.value as LineCategory })}
              />
            )}
          </Field>
          <div className="col-span-full sm:col-span-2">
            <Checkbox
              checked={line.taxable}
              onChange={({ target }) => set({ taxable: target.checked })}
            >
              Taxable
            </Checkbox>
            <Checkbox
              checked={line.allowance}
              onChange={({ target }) => set({ allowance: target.checked })}
            >
              Allowance, which the work may turn out to exceed
            </Checkbox>
          </div>
        </div>
        <LineActions line={line} draft={draft} actions={actions} onClose={onClose} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={addNext}>Next line</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function LineActions({ line, draft, actions, onClose }: DraftDialogProps & { line: DraftLine }) {
  const { key } = line
  const { amount, problems } = readLine(line)
  const isAllowed = useMay()('priceList.write')
  const save = useWrite(priceListRoutes.create, {
    success: `“${lineName(line)}” saved to the price list`,
    failure: 'Failed to save the line to the price list',
  })
  const isSavable = amount !== null && !problems.description && !problems.unitCost
  const place = placeOf(draft, key)
  const [first, last] = [draft.sections[0], draft.sections.at(-1)]
  const isFirst = place?.section === first?.key && place?.index === 0
  const isLast = place?.section === last?.key && place?.index === (last?.lines.length ?? 0) - 1
  return (
    <div className="flex flex-wrap gap-2">
      {isAllowed && (
        <Button
          size="sm"
          disabled={!isSavable}
          pending={save.isPending}
          onClick={() => {
            const { description, details, unit, unitPrice, unitCost, category, taxable } = line
            const body = { description, details, unit, unitPrice, unitCost, category, taxable }
            save.mutate({ body })
          }}
        >
          Save this line
        </Button>
      )}
      <Button
        size="sm"
        onClick={() => {
          const { key: _, ...copied } = line
          actions.change({ type: 'add', after: key, lines: [newLine(copied)] })
          onClose()
        }}
      >
        Duplicate
      </Button>
      <Button
        size="sm"
        disabled={isFirst}
        onClick={() => actions.change({ type: 'move', key, by: -1 })}
      >
        Move up
      </Button>
      <Button
        size="sm"
        disabled={isLast}
        onClick={() => actions.change({ type: 'move', key, by: 1 })}
      >
        Move down
      </Button>
      <Button
        size="sm"
        onClick={() => {
          actions.remove(key)
          onClose()
        }}
      >
        Delete
      </Button>
    </div>
  )
}
