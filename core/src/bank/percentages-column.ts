import { governmentRoles } from '@nation/domain/permissions'
import { z } from 'zod'

/** What each office gets of the budget, in percent, as it is stored. */
export const salaryPercentages = z.partialRecord(z.enum(governmentRoles), z.number())
