import { Download } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { download } from './csv.ts'
import { useFileAction } from './useFileAction.ts'

interface CsvButtonProps {
  /** The name of the file, with its ending. */
  name: string
  /** Makes the text of the file, and reads rows that are not on screen. */
  make: () => string | Promise<string>
  variant?: 'default' | 'quiet'
}

/** Downloads a list as a CSV file. */
export function CsvButton({ name, make, variant = 'default' }: CsvButtonProps) {
  const { pending, run } = useFileAction(async () => download(name, await make()))
  return (
    <Button variant={variant} pending={pending} onClick={run}>
      {!pending && <Download aria-hidden />}
      CSV
    </Button>
  )
}
