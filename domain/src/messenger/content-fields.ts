import { z } from 'zod'
import { publicId } from '../definitions'
import { messengerGroups } from '../permissions'
import { contentLimits, reactions } from './content'

/** What a message shows besides its text. */
export const contentFields = {
  images: z
    .array(z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }))
    .max(contentLimits.images)
    .describe('Where each is served, from the root of this host, and its size in pixels'),
  mentions: z
    .array(publicId())
    .max(contentLimits.mentions)
    .describe('Who is mentioned by their handle, as far as they may read the message'),
  mentionsYou: z.boolean(),
  reactions: z
    .array(z.object({ reaction: z.enum(reactions), count: z.number().int().min(1), mine: z.boolean() }))
    .max(reactions.length)
    .describe('In the order of the set, those that were given'),
}

/** Images that are sent with a message. */
export const sentImages = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^\/media\/uploads\/[\w-]{1,64}\.(?:jpg|png|gif|webp)$/, 'Please upload each image first.'),
  )
  .max(contentLimits.images, `At most ${contentLimits.images} images.`)
  .optional()
  .describe('Your own uploads, each as `secure_url` of media.upload told it')

/** Where messages are: in a direct conversation or in a group. */
export const roomField = () => publicId().or(z.enum(messengerGroups)).describe('A direct conversation, or a group')

/** Unread mentions of a reader. */
export const mentionCount = z.number().int().min(0).describe('Messages that mention you and that you have not read')
