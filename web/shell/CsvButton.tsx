import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { download } from './csv.ts'

interface CsvButtonProps {
  /** The name of the file, with its ending. */
  name: string
  /** Makes the text of the file, and reads what is not on screen for it. */
  make: () => string | Promise<string>
  variant?: 'default' | 'quiet'
  /** On a phone the icon stands alone. */
  compact?: boolean
}

/** Downloads a list as a CSV file. */
export function CsvButton({ name, make, variant = 'default', compact = false }: CsvButtonProps) {
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      download(name, await make())
    } catch (error) {
      toast({ title: 'Error', description: (error as Error).message, variant: 'destructive' })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant={variant} pending={pending} onClick={() => void save()}>
      {!pending && <Download aria-hidden />}
      <span className={compact ? 'max-sm:sr-only' : undefined}>CSV</span>
    </Button>
  )
}
