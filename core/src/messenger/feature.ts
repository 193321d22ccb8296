import { rights } from '../platform'
import type { Feature } from '../work'
import { messageWordsProjection } from './message-words'

/** What the messenger adds to the nation. */
export const feature: Feature = {
  tables: {
    citizen_blocks: rights.passing,
    citizen_mutes: rights.passing,
    // Erasure takes read markers; conversations and the places of messages stay.
    conversation_readers: rights.passing,
    conversations: rights.kept,
    message_images: rights.passing,
    message_mentions: rights.passing,
    message_reaction_counts: rights.kept,
    message_reactions: rights.passing,
    // Evidence stays; erasure takes the texts and images of former citizens, and why they reported.
    message_report_lines: { ...rights.facts, change: ['text', 'images'] },
    message_reports: rights.kept,
    message_words: rights.passing,
    messages: rights.kept,
  },
  projections: [messageWordsProjection],
}
