export function AddProperty(_props: { onClose: () => void }) {
  return null
}
