import { Download, Mail, Printer, Undo2, Unlink } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { receiptPaths } from './texts.ts'

/** An action on an entry that is asked about in a dialog. */
export type PaymentAction = 'send' | 'takeBack' | 'reverse'

interface PaymentMenuProps {
  /** The name of the entry. */
  name: string
  /** The id of the payment whose receipt it has; null for none. */
  receiptOf: string | null
  /** The actions that it has besides looking at its receipt. */
  actions: readonly PaymentAction[]
  onAction: (action: PaymentAction) => void
}

/** The actions on an entry, in a menu. */
export function PaymentMenu({ name, receiptOf, actions, onAction }: PaymentMenuProps) {
  const mayWrite = useMay()('finance.write')
  const has = (action: PaymentAction) => mayWrite && actions.includes(action)
  if (receiptOf === null && !actions.some(has)) return null
  const receipt = receiptOf === null ? null : receiptPaths(receiptOf)
  const link = { target: '_blank', rel: 'noopener' } as const
  return (
    <MoreActions isMenu label={`Actions for ${name}`}>
      {receipt && (
        <>
          <a href={receipt.page} {...link} className={buttonVariants({ variant: 'quiet' })}>
            <Printer aria-hidden />
            Print receipt
          </a>
          <a href={receipt.pdf} {...link} className={buttonVariants({ variant: 'quiet' })}>
            <Download aria-hidden />
            Receipt PDF
          </a>
          {has('send') && (
            <Button variant="quiet" onClick={() => onAction('send')}>
              <Mail aria-hidden />
              Send receipt
            </Button>
          )}
        </>
      )}
      {has('takeBack') && (
        <Button variant="quiet" onClick={() => onAction('takeBack')}>
          <Unlink aria-hidden />
          Take back
        </Button>
      )}
      {has('reverse') && (
        <Button variant="quiet" onClick={() => onAction('reverse')}>
          <Undo2 aria-hidden />
          Reverse
        </Button>
      )}
    </MoreActions>
  )
}
