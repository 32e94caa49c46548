import { useMe } from '../../api/me.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { toast } from '../../ui/toasts.ts'

/**
 * New recovery codes, with buttons to copy, download and print them. They cannot be looked up
 * later.
 */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { email } = useMe()
  const about = `Recovery codes of ${email}. Each works once, in place of the code of your authenticator app.`
  const text = [about, '', ...codes, ''].join('\r\n')
  const copy = async () =>
    toast(
      (await copyText(codes.join('\n')))
        ? { title: 'Success', description: 'Recovery codes copied' }
        : {
            title: 'Copy the codes yourself',
            description: 'The browser did not allow copying. Select the codes or download them.',
          },
    )
  const list = (
    <ul
      aria-label="Recovery codes"
      className="grid grid-cols-2 gap-x-8 gap-y-1 [font-family:ui-monospace,monospace] sm:w-fit"
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
  return (
    <>
      <Alert tone="warn">
        Keep these recovery codes where you find them without your phone. They are shown only this
        once, and each works once.
      </Alert>
      {list}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy</Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonVariants()}
        >
          Download
        </a>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <ScreenPaper>
        <h1 className="text-lg tracking-tight">Recovery codes</h1>
        <p className="mt-1 mb-4 text-sm">{about}</p>
        {list}
      </ScreenPaper>
    </>
  )
}
