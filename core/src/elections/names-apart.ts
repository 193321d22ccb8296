import { NationError } from '@nation/domain/errors'
import { skeletonOf } from '../citizens'
import { column, isDuplicate, readRows, type Context } from '../platform'

const refusal = (code: 'name_taken' | 'name_of_official') => {
  const { message } = new NationError(code)
  return new NationError(code, {}, [{ path: 'displayName', code, message }])
}

/**
 * Requires that a candidate's name looks different from the names of all officials except the candidate (row key).
 * @throws NationError `name_of_official`
 */
export async function requireNameApart(ctx: Context, citizenId: string, name: string): Promise<void> {
  const officials = await readRows(
    ctx.tx,
    { username: column.text, display_name: column.text.nullable },
    `SELECT c.username, k.display_name FROM terms t JOIN citizens c ON c.id = t.citizen_id
     LEFT JOIN candidacies k ON k.id = t.candidacy_id WHERE t.active_office IS NOT NULL AND t.citizen_id <> ?`,
    [citizenId],
  )
  const looks = skeletonOf(name)
  const isTaken = officials.some(({ username, display_name }) =>
    [username, display_name].some((known) => known !== null && skeletonOf(known) === looks),
  )
  if (isTaken) throw refusal('name_of_official')
}

/**
 * Writes a candidacy with its name's key.
 * @throws NationError `name_taken` where another candidate for the position has the key
 */
export async function keepingNamesApart(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    // The citizen and the public id are unique already, so a duplicate key can only be that of the name.
    throw isDuplicate(error) ? refusal('name_taken') : error
  }
}
