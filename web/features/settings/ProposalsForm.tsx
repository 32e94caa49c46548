import { formatDollars } from '@plumbline/contract/dollars.ts'
import { MAX_TERMS } from '@plumbline/contract/pricing.ts'
import {
  type ProposalSettings,
  ProposalSettingsChange,
  proposalSettingsRoutes,
} from '@plumbline/contract/proposalSettings.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Tags, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { DollarField } from '../../forms/dollarFields.tsx'
import { CheckboxField, NumberField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { dollars, fieldsOf, number } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { LoadedPart } from './LoadedPart.tsx'

type Values = z.input<typeof ProposalSettingsChange>
type FormControl = Control<Values, unknown, ProposalSettingsChange>

const settingsQuery = query(proposalSettingsRoutes.read)

const { fields, ...proposalsForm } = fieldsOf<Values, ProposalSettings>({
  taxRate: { label: 'Tax Rate (%)', empty: '0', text: ({ taxRate }) => `${taxRate}%` },
  taxName: { label: 'Name of the Tax', required: true },
  validDays: { label: 'Valid for (Days)', kind: number, required: true },
  licenseNumber: { label: 'License Number', hint: 'Printed on every proposal.' },
  depositPercent: {
    label: 'Percent of the Total (%)',
    empty: null,
    text: ({ depositPercent }) => depositPercent && `${depositPercent}%`,
  },
  depositAmount: {
    label: 'Amount',
    kind: dollars,
    text: ({ depositAmount }) => depositAmount && formatDollars(depositAmount),
  },
  consentText: {
    label: 'Consent to Sign Electronically',
    hint: 'Customers agree to this when they sign. Leave it empty to use our text.',
  },
  terms: {
    label: 'Terms',
    empty: [],
    text: ({ terms }) => terms.map(({ title }) => title).join(', ') || 'none',
  },
})

const TITLE = 'Proposals'

/** The description of the part, with the way to the price list. */
const text = (
  <>
    What a new bid begins with, and what every proposal says. Bids with a price stay as they are.
    <span className="mt-3 block">
      <Link href={paths.priceList()} className={buttonVariants()}>
        <Tags aria-hidden />
        Price List
      </Link>
    </span>
  </>
)

/** The tax, validity, license, deposit, consent and terms with which bids and proposals begin. */
export function ProposalsPart() {
  return (
    <LoadedPart title={TITLE} text={text} settings={useQuery(settingsQuery)}>
      {(settings) => <ProposalsForm settings={settings} />}
    </LoadedPart>
  )
}

function ProposalsForm({ settings }: { settings: ProposalSettings }) {
  const { form, submission } = useEditForm(proposalSettingsRoutes.update, settings, {
    ...proposalsForm,
    schema: ProposalSettingsChange,
    target: {},
    reload: (read) => read(settingsQuery),
    success: 'Settings saved successfully',
    failure: 'Failed to save settings',
  })
  const { control } = form
  const changed = useIsChanged(control, proposalsForm.values(settings))
  // A text that was saved empty is ours again.
  const showOurs = useEffectEvent(({ consentText }: ProposalSettings) => {
    if (form.getValues('consentText') === '') form.setValue('consentText', consentText)
  })
  useEffect(() => showOurs(settings), [settings])
  return (
    <FormPanel {...{ ...submission, changed }} title={TITLE} text={text} submitLabel="Save">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField control={control} {...fields.taxRate} inputMode="decimal" />
        <TextField
          control={control}
          {...fields.taxName}
          suggestions={['Sales tax', 'Use tax', 'Gross receipts tax']}
        />
        <NumberField control={control} {...fields.validDays} isWhole />
        <TextField control={control} {...fields.licenseNumber} />
      </div>
      <fieldset>
        <legend className="text-sm font-medium">Largest Deposit</legend>
        <p className="mb-3 text-sm text-ink-2">
          Some states limit what may be asked for before the work begins. A bid warns of a larger
          first payment. If you enter both, the lesser counts; leave both empty for no limit.
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField control={control} {...fields.depositPercent} inputMode="decimal" />
          <DollarField control={control} {...fields.depositAmount} />
        </div>
      </fieldset>
      <TextAreaField control={control} {...fields.consentText} rows={5} />
      <Terms control={control} />
    </FormPanel>
  )
}

const NOTICE = 'Notice of cancellation'

function Terms({ control }: { control: FormControl }) {
  const blocks = useFieldArray({ control, name: 'terms' })
  const { length } = blocks.fields
  return (
    <fieldset>
      <legend className="text-sm font-medium">Terms</legend>
      <p className="mb-3 text-sm text-ink-2">
        They stand below the price of a new bid, where they can be changed for it.
      </p>
      {length === 0 && <p className="text-ink-2">No terms yet</p>}
      <ol className="flex flex-col gap-5">
        {blocks.fields.map(({ id }, index) => (
          <TermsLine
            key={id}
            {...{ control, index }}
            onUp={index > 0 ? () => blocks.move(index, index - 1) : undefined}
            onDown={index < length - 1 ? () => blocks.move(index, index + 1) : undefined}
            onRemove={() => blocks.remove(index)}
          />
        ))}
      </ol>
      {length < MAX_TERMS && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => blocks.append({ title: '', text: '' })}>
            <Plus aria-hidden />
            Add Terms
          </Button>
          <Button onClick={() => blocks.append({ title: NOTICE, text: '', ownPage: true })}>
            <Plus aria-hidden />
            Add {NOTICE}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface TermsLineProps {
  control: FormControl
  index: number
  /** Missing for the first and the last one. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

function TermsLine({ control, index, onUp, onDown, onRemove }: TermsLineProps) {
  const at = `terms.${index}` as const
  const name = `terms ${index + 1}`
  const button = { variant: 'quiet', size: 'icon' } as const
  return (
    <li className="border-t border-line pt-3">
      <fieldset aria-label={`Terms ${index + 1}`}>
        <div className="mb-1 flex min-h-8 items-center">
          <span className="flex-1 text-sm text-ink-2">{index + 1}</span>
          <Button {...button} aria-label={`Move ${name} up`} disabled={!onUp} onClick={onUp}>
            <ArrowUp aria-hidden />
          </Button>
          <Button {...button} aria-label={`Move ${name} down`} disabled={!onDown} onClick={onDown}>
            <ArrowDown aria-hidden />
          </Button>
          <Button {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        </div>
        <div className="flex flex-col gap-3">
          <TextField control={control} name={`${at}.title`} label="Title" required />
          <TextAreaField control={control} name={`${at}.text`} label="Text" required rows={5} />
          <CheckboxField control={control} name={`${at}.ownPage`} label="On a page of its own" />
        </div>
      </fieldset>
    </li>
  )
}
