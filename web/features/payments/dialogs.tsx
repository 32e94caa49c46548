import { lazyPart } from '../../ui/lazyPart.tsx'

/** The dialogs of payments, whose forms are loaded when they are opened. */
export const RecordPayment = lazyPart(async () => ({
  default: (await import('./RecordPayment.tsx')).RecordPayment,
}))
export const ApplyCredit = lazyPart(async () => ({
  default: (await import('./ApplyCredit.tsx')).ApplyCreditDialog,
}))
export const RefundCredit = lazyPart(async () => ({
  default: (await import('./RefundCredit.tsx')).RefundCredit,
}))
export const WriteOff = lazyPart(async () => ({
  default: (await import('./WriteOff.tsx')).WriteOffDialog,
}))
export const ReversePayment = lazyPart(async () => ({
  default: (await import('./ReversePayment.tsx')).ReverseDialog,
}))
export const SendReceipt = lazyPart(async () => ({
  default: (await import('./SendReceipt.tsx')).SendReceiptDialog,
}))
export const TakeBack = lazyPart(async () => ({
  default: (await import('./TakeBack.tsx')).TakeBack,
}))
