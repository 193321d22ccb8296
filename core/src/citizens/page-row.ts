import { column } from '../platform'

/** The join and the column that tell whose public page is shown, for a statement that reads more than citizens: one row by its key. */
export const pageJoin = (citizens: string): string => `LEFT JOIN citizen_pages page ON page.citizen_id = ${citizens}.id`
export const pageColumn = 'page.number AS page_number'

/** This column, for the shape of such a statement: null while no page is shown. */
export const pageRow = { page_number: column.text.nullable }
