import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Payment } from '../use-bank'

/** Opens a payment's receipt. It has an address of its own, so that it can be shown to others. */
export function ReceiptLink({ payment, children }: { payment: Payment; children: ReactNode }) {
  return (
    <Link
      to={`?receipt=${payment.id}`}
      preventScrollReset
      aria-label={`Receipt of ${payment.payee.username}, ${payment.title}, cycle ${payment.cycle}`}
    >
      {children}
    </Link>
  )
}
