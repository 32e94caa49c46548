export function RecordPayment(_props: { onClose: () => void }) {
  return null
}
