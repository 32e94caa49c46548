import {
  type AuthenticatorSecret,
  FEW_RECOVERY_CODES,
  type SecondFactor as Status,
  secondFactorRoutes,
} from '@plumbline/contract/secondFactor.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment, plural } from '../../ui/format.ts'
import { secondFactorQuery, useLacksFactor } from './api.ts'
import { RecoveryCodeList } from './SecondFactorCodes.tsx'
import { SetUpForm } from './SecondFactorSetUp.tsx'

/** The two-step sign-in of the person: setup, turning it off, and recovery codes. */
export function SecondFactor() {
  const { data: status } = useSuspenseQuery(secondFactorQuery)
  const [pending, setPending] = useState<AuthenticatorSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // The pressed button is removed by then, which would lose the focus.
  const focusSoon = () => requestAnimationFrame(() => place.current?.focus())
  const set = (secret: AuthenticatorSecret | null) => {
    setPending(secret)
    focusSoon()
  }
  const show = (recoveryCodes: readonly string[] | null) => {
    setCodes(recoveryCodes)
    set(null)
  }
  return (
    <DescribedSection
      title="Two-step sign-in"
      text="Signing in then takes your password and a code from an authenticator app on your phone. A stolen password is not enough."
    >
      <div ref={place} tabIndex={-1} className="scroll-mt-30 outline-none">
        {pending && !status.enabledAt ? (
          <SetUpForm secret={pending} onDone={show} onCancel={() => set(null)} />
        ) : status.enabledAt || codes ? (
          <TurnedOn status={status} codes={codes} onCodes={show} />
        ) : (
          <TurnedOff onStart={set} />
        )}
      </div>
    </DescribedSection>
  )
}

interface TurnedOffProps {
  onStart: (secret: AuthenticatorSecret) => void
}

function TurnedOff({ onStart }: TurnedOffProps) {
  const lacksFactor = useLacksFactor()
  const start = useWrite(secondFactorRoutes.start, {
    failure: serverMessageOr('Failed to set up two-step sign-in'),
    onSuccess: onStart,
  })
  return (
    <>
      <div className="flex flex-col gap-4 p-5">
        {start.problem && <Alert>{start.problem}</Alert>}
        <p className="text-ink-2">Two-step sign-in is off.</p>
      </div>
      <div className="flex justify-end border-t border-line px-5 py-3">
        <Button
          variant={lacksFactor ? 'primary' : 'default'}
          pending={start.isPending}
          onClick={() => start.mutate({})}
        >
          Set Up Two-Step Sign-In
        </Button>
      </div>
    </>
  )
}

interface TurnedOnProps {
  status: Status
  /** The codes that were just created. */
  codes: readonly string[] | null
  onCodes: (codes: readonly string[] | null) => void
}

function TurnedOn({ status, codes, onCodes }: TurnedOnProps) {
  const { timeZone } = useCompany()
  const [asking, setAsking] = useState<'newCodes' | 'turnOff' | null>(null)
  const close = () => setAsking(null)
  const remaining = status.recoveryCodesLeft
  return (
    <>
      <div className="flex flex-col gap-4 p-5">
        <p>
          {status.enabledAt
            ? `Two-step sign-in has been on since ${formatMoment(status.enabledAt, timeZone)}.`
            : 'Two-step sign-in is on.'}
        </p>
        {codes ? (
          <RecoveryCodeList codes={codes} />
        ) : remaining <= FEW_RECOVERY_CODES ? (
          <Alert tone="warn">
            You have{' '}
            {remaining === 0
              ? 'no recovery codes'
              : plural(remaining, 'recovery code', 'recovery codes')}{' '}
            left. Make new ones, so that you can sign in without your phone.
          </Alert>
        ) : (
          <p className="text-ink-2">
            You have {plural(remaining, 'recovery code', 'recovery codes')} left.
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={() => setAsking('turnOff')}>Turn Off</Button>
        <Button onClick={() => setAsking('newCodes')}>New Recovery Codes</Button>
      </div>
      {asking === 'newCodes' && (
        <ConfirmWrite
          row={secondFactorRoutes.newRecoveryCodes}
          args={{}}
          title="Make new recovery codes?"
          confirmLabel="Make New Codes"
          success="Recovery codes created"
          failure="Failed to create recovery codes"
          onClose={close}
          onDone={({ recoveryCodes }) => {
            onCodes(recoveryCodes)
            close()
          }}
        >
          The codes you have now stop working at once.
        </ConfirmWrite>
      )}
      {asking === 'turnOff' && (
        <ConfirmWrite
          row={secondFactorRoutes.remove}
          args={{}}
          title="Turn off two-step sign-in?"
          confirmLabel="Turn Off"
          success="Two-step sign-in turned off"
          failure="Failed to turn off two-step sign-in"
          onClose={close}
          onDone={() => {
            onCodes(null)
            close()
          }}
        >
          Your password alone signs you in then, and your recovery codes stop working.
        </ConfirmWrite>
      )}
    </>
  )
}
