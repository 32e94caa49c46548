import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { inviteAddressQuery } from './inviteQueries.ts'
import { LinkQrCode } from './LinkQrCode.tsx'

/**
 * Warns that nobody else can open the links when they lead to this computer, and explains how to
 * change that.
 */
export function LoopbackNotice({ className }: { className?: string }) {
  const { data: address } = useQuery(inviteAddressQuery)
  if (!address?.onlyThisComputer) return null
  const { origin, lanAddresses } = address
  return (
    <Alert tone="warn" {...(className && { className })}>
      <p className="font-medium">Only this computer can open these links</p>
      <p className="wrap-anywhere">They start with {origin}.</p>
      {lanAddresses.length === 0 ? (
        <p>
          Start the server with <code>HOST=0.0.0.0</code> and open it at the address of this
          computer in your network, or set <code>PUBLIC_URL</code> to its public address.
        </p>
      ) : (
        <>
          <p>
            Open Plumbline at an address below and invite from there, or set <code>PUBLIC_URL</code>{' '}
            to its public address.
          </p>
          <ul className="mt-1.5 flex flex-col gap-2">
            {lanAddresses.map((lanAddress) => (
              <LanAddress key={lanAddress} address={lanAddress} />
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

function LanAddress({ address }: { address: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a
          href={address}
          className="inline-flex items-center font-medium underline wrap-anywhere touch:min-h-11"
        >
          {address}
        </a>
        <Button
          size="sm"
          aria-expanded={isShown}
          aria-label={`QR code of ${address}`}
          onClick={() => setShown(!isShown)}
        >
          <QrCode aria-hidden />
          QR code
        </Button>
      </div>
      {isShown && (
        <div className="mt-2">
          <LinkQrCode link={address} label={`QR code of ${address}`} />
        </div>
      )}
    </li>
  )
}
