import type { CallAnswer } from '@nation/domain/contract'

/** A citizen who holds or held a seat. */
export type Official = CallAnswer<'members.get-official'>['official']
export type OfficialTerm = Official['term']
