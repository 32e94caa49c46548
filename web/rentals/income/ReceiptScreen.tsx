import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, screen } from '../../shell/screen.ts'

export const Route = createFileRoute('/rental-receipts/$id')({
  ...screen({ title: ({ company }) => company.holdingsName, ...adminOnly }),
  component: ReceiptScreen,
})

function ReceiptScreen() {
  return <h1>Receipt</h1>
}
