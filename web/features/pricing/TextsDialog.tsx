import { MAX_TERMS } from '@plumbline/contract/pricing.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { newKey } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { proposalSettingsQuery } from './api.ts'
import type { DraftTerms } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'

/** The texts before and after the lines, and the days for which the offer is valid. */
export function TextsDialog({ draft, actions, onClose }: DraftDialogProps) {
  const { data: settings } = useQuery(proposalSettingsQuery)
  const { terms, validDays, introduction } = draft
  const set = (to: Partial<typeof draft>) => actions.change({ type: 'set', to })
  const setTerms = (next: readonly DraftTerms[]) => set({ terms: next })
  const isValid =
    /^\d{1,3}$/.test(validDays.trim()) && Number(validDays) >= 1 && Number(validDays) <= 365
  const offered = (settings?.terms ?? []).filter(
    (block) => !terms.some(({ title }) => title === block.title),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Proposal text" wide>
      <DialogBody className="flex flex-col gap-4">
        <Field
          label="Valid for, in days"
          error={isValid ? undefined : 'From 1 to 365 days'}
          className="w-40"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={validDays}
              onChange={({ target }) => set({ validDays: target.value })}
            />
          )}
        </Field>
        <Field label="Introduction" hint="Stands above the lines">
          {(control) => (
            <Textarea
              {...control}
              value={introduction}
              onChange={({ target }) => set({ introduction: target.value })}
            />
          )}
        </Field>
        <h3>Terms</h3>
        {terms.map((block, index) => (
          <Terms
            key={block.key}
            block={block}
            number={index + 1}
            onChange={(to) =>
              setTerms(terms.map((one) => (one === block ? { ...one, ...to } : one)))
            }
            onRemove={() => setTerms(terms.filter((one) => one !== block))}
          />
        ))}
        {terms.length < MAX_TERMS && (
          <div className="flex flex-wrap gap-2">
            <Button
              onClick={() =>
                setTerms([...terms, { key: newKey(), title: '', text: '', ownPage: false }])
              }
            >
              <Plus aria-hidden />
              Add Terms
            </Button>
            {offered.map((block) => (
              <Button
                key={block.title}
                onClick={() => setTerms([...terms, { key: newKey(), ...block }])}
                className="max-w-full"
              >
                <Plus aria-hidden />
                <span className="truncate">{block.title} from Settings</span>
              </Button>
            ))}
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface TermsProps {
  block: DraftTerms
  number: number
  onChange: (to: Partial<DraftTerms>) => void
  onRemove: () => void
}

function Terms({ block, number, onChange, onRemove }: TermsProps) {
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-3">
      <legend className="sr-only">Terms {number}</legend>
      <div className="flex items-end gap-2">
        <Field label="Title" required className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={block.title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove terms ${number}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Field label="Text" required>
        {(control) => (
          <Textarea
            {...control}
            value={block.text}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        )}
      </Field>
      <Checkbox
        checked={block.ownPage}
        onChange={({ target }) => onChange({ ownPage: target.checked })}
      >
        On a page of its own
      </Checkbox>
    </fieldset>
  )
}
